<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/jobs/tab.jspf" %>
<div class="parts" data-live="${root}/ui/jobs/${job.identity.token}/live" data-events="${root}/ui/jobs/${job.identity.token}/events" data-open="${job.standing.open}" data-title="<c:out value="${tab}" /> &middot; Slipway">
<%@ include file="/WEB-INF/jspf/jobs/job.jspf" %>
</div>
