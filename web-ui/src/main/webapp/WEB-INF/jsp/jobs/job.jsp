<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<c:set var="title" value="${job.identity.name}" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${job.identity.name}" /></span></nav>
<div class="parts" data-live="${root}/ui/jobs/${job.identity.token}/live" data-events="${root}/ui/jobs/${job.identity.token}/events" data-open="${job.standing.open}">
<%@ include file="/WEB-INF/jspf/jobs/job.jspf" %>
</div>
<script src="${applicationScope.assets}/output.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
