<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<div class="parts" data-live="${root}/ui/jobs/${job.token}/live" data-events="${root}/ui/jobs/${job.token}/events" data-open="${job.open}">
<%@ include file="/WEB-INF/jspf/jobs/job.jspf" %>
</div>
