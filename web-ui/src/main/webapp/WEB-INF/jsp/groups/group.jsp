<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<c:set var="title" value="${group.identity.name}" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${group.identity.name}" /></span></nav>
<div class="parts" data-live="${root}/ui/jobs/${group.identity.token}/live?page=${group.list.page}" data-events="${root}/ui/jobs/${group.identity.token}/events?page=${group.list.page}" data-open="${group.standing.open}">
<%@ include file="/WEB-INF/jspf/groups/group.jspf" %>
</div>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
