<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="matching.title" var="title"><fmt:param value="${list.count}" /></fmt:message>
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<c:set var="query"><c:out value="${list.query}" /></c:set>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs?${query}page=1"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page">${title}</span></nav>
<h1>${title}</h1>
<c:choose>
<c:when test="${empty list.rows}"><section class="card empty"><h2><fmt:message key="filter.none" /></h2>
<p><a class="button" href="${root}/ui/jobs"><fmt:message key="filter.all" /></a></p></section></c:when>
<c:otherwise>
<p class="lead"><fmt:message key="matching.lead" /></p>
<c:if test="${left gt 0}"><p class="note"><fmt:message key="matching.left"><fmt:param value="${list.count}" /><fmt:param value="${left}" /></fmt:message></p></c:if>
<form id="chosen" method="post" action="${root}/ui/jobs/chosen?${query}" aria-label="<fmt:message key="jobs.title" />">
<sw:csrf />
<input type="hidden" name="once" value="${once}">
<div id="list"><sw:joblist list="${list}" facts="${facts}" heads="${heads}" columns="${columns}" matching="true" /></div>
</form>
<script src="${applicationScope.assets}/list.js" defer></script>
</c:otherwise>
</c:choose>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
