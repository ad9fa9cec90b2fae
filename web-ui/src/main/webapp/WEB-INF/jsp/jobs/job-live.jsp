<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<div class="parts" data-live="${root}/ui/jobs/${job.identity.token}/live" data-events="${root}/ui/jobs/${job.identity.token}/events" data-open="${job.standing.open}">
<%@ include file="/WEB-INF/jspf/jobs/job.jspf" %>
</div>
