<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="chosen.title.${chosen.act}" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<c:set var="query"><c:out value="${back}" /></c:set>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs?${query}page=1"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page">${title}</span></nav>
<h1>${title}</h1>
<c:choose>
<c:when test="${empty chosen.lines}"><section class="card empty"><h2><fmt:message key="chosen.none" /></h2><p><fmt:message key="chosen.none.text" /></p></section></c:when>
<c:otherwise>
<p class="headline"><fmt:message key="chosen.sum"><fmt:param value="${chosen.done()}" /><fmt:param value="${chosen.refused()}" /></fmt:message></p>
<section class="card flush">
<table class="stack chosen">
<caption class="unseen">${title}</caption>
<thead><tr><th scope="col"><fmt:message key="jobs.name" /></th><th scope="col"><fmt:message key="chosen.outcome" /></th><th scope="col"><fmt:message key="chosen.why" /></th></tr></thead>
<tbody><c:forEach var="line" items="${chosen.lines}"><tr>
<th scope="row"><c:choose><c:when test="${empty line.name}"><code class="whole"><c:out value="${line.token}" /></code></c:when><c:otherwise><a href="${root}/ui/jobs/${line.token}"><c:out value="${line.name}" /></a><span class="token">${line.token}</span></c:otherwise></c:choose></th>
<td data-label="<fmt:message key="chosen.outcome" />"><c:choose><c:when test="${empty line.refused}"><span class="badge done"><fmt:message key="chosen.did.${chosen.act}" /></span></c:when><c:otherwise><span class="badge failed"><fmt:message key="chosen.refused" /></span></c:otherwise></c:choose></td>
<td data-label="<fmt:message key="chosen.why" />"><c:if test="${not empty line.made}"><a href="${root}/ui/jobs/${line.made}"><fmt:message key="chosen.made" /></a></c:if><c:if test="${not empty line.refused}"><div><c:out value="${line.refused.message()}" /> <small><sw:coded text="${line.refused.remedy().pages()}" /></small></div></c:if></td>
</tr></c:forEach></tbody>
</table>
</section>
</c:otherwise>
</c:choose>
<p><a class="button" href="${root}/ui/jobs?${query}page=1"><fmt:message key="chosen.back" /></a></p>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
