<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="refused.title" var="title" />
<c:set var="section" value="drafts" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/drafts"><fmt:message key="drafts.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><fmt:message key="refused.title" /></span></nav>
<h1><fmt:message key="refused.title" /></h1>
<p class="lead"><fmt:message key="refused.text" /></p>
<section class="card flush">
<table class="stack">
<caption class="unseen"><fmt:message key="refused.title" /></caption>
<thead><tr><th scope="col"><fmt:message key="refused.place" /></th><th scope="col"><fmt:message key="refused.what" /></th><th scope="col"><fmt:message key="refused.remedy" /></th></tr></thead>
<tbody>
<c:forEach var="problem" items="${problems}">
<tr><th scope="row"><c:choose><c:when test="${problem.line() gt 0}"><fmt:message key="refused.line"><fmt:param value="${problem.line()}" /></fmt:message></c:when><c:otherwise><fmt:message key="refused.whole" /></c:otherwise></c:choose></th>
<td data-label="<fmt:message key="refused.what" />"><c:out value="${problem.message()}" /><small><code><c:out value="${problem.xpath()}" /></code></small></td>
<td data-label="<fmt:message key="refused.remedy" />"><span><sw:coded text="${problem.remedy().pages()}" /></span></td></tr>
</c:forEach>
</tbody>
</table>
</section>
<p><a class="button" href="${root}/ui/drafts"><fmt:message key="refused.back" /></a></p>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
