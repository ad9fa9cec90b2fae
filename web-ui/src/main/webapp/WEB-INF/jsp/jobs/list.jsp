<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="jobs.title" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="jobs.title" /></h1>
<%@ include file="/WEB-INF/jspf/jobs/filter.jspf" %>
<%@ include file="/WEB-INF/jspf/jobs/listing.jspf" %>
<form id="chosen" method="post" action="${root}/ui/jobs/chosen?${query}" aria-label="<fmt:message key="jobs.title" />">
<sw:csrf />
<input type="hidden" name="once" value="${once}">
<%@ include file="/WEB-INF/jspf/jobs/list.jspf" %>
</form>
<script src="${applicationScope.assets}/list.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
