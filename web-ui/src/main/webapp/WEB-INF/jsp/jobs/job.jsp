<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/jobs/tab.jspf" %>
<c:set var="title" value="${tab}" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${job.identity.name}" /></span></nav>
<p class="watch" id="watch" data-token="${job.identity.token}" hidden><button type="button"><fmt:message key="job.watch" /></button> <span role="status" data-on="<fmt:message key="job.watch.on" />" data-denied="<fmt:message key="job.watch.denied" />"></span></p>
<div class="parts" data-live="${root}/ui/jobs/${job.identity.token}/live" data-events="${root}/ui/jobs/${job.identity.token}/events" data-open="${job.standing.open}" data-title="<c:out value="${tab}" /> &middot; Slipway">
<%@ include file="/WEB-INF/jspf/jobs/job.jspf" %>
</div>
<script src="${applicationScope.assets}/output.js" defer></script>
<script src="${applicationScope.assets}/watch.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
