<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="list" required="true" type="java.lang.Object" %>
<%@ attribute name="pagesAt" required="true" %>
<%@ attribute name="order" required="true" %>
<%@ attribute name="elements" type="java.util.Map" %>
<%-- A page of jobs, as a table from which two can be chosen. The order is by age, or by element in a group;
     elements have their values, times and results beside them. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<form method="get" action="${root}/ui/compare">
<section class="card flush">
<table class="jobs stack">
<caption class="unseen"><fmt:message key="jobs.title" /></caption>
<thead><tr>
<th scope="col" class="tick"><span class="unseen"><fmt:message key="jobs.choose" /></span></th>
<th scope="col"><fmt:message key="jobs.name" /></th>
<th scope="col"><fmt:message key="jobs.status" /></th>
<c:choose><c:when test="${empty elements}"><th scope="col"><fmt:message key="jobs.phase" /></th>
<th scope="col"><fmt:message key="jobs.owner" /></th>
<th scope="col" class="number"><fmt:message key="jobs.age" /></th></c:when>
<c:otherwise><th scope="col"><fmt:message key="group.values" /></th>
<th scope="col"><fmt:message key="group.results" /></th>
<th scope="col" class="number"><fmt:message key="group.lasted" /></th></c:otherwise></c:choose>
</tr></thead>
<tbody>
<c:forEach var="row" items="${list.rows}">
<tr>
<td class="tick"><input type="checkbox" name="job" value="${row.token}" aria-label="<fmt:message key="jobs.choose.one"><fmt:param value="${fn:escapeXml(row.name)}" /></fmt:message>"></td>
<th scope="row"><a href="${root}/ui/jobs/${row.token}"><c:out value="${row.name}" /></a><c:if test="${row.element gt 0}"><span class="element"><fmt:message key="job.element"><fmt:param value="${row.element}" /></fmt:message><c:if test="${order eq 'age'}"> <a href="${root}/ui/jobs/${row.group}"><fmt:message key="jobs.group" /></a></c:if></span></c:if><span class="token">${row.token}</span></th>
<td data-label="<fmt:message key="jobs.status" />"><span class="badge ${fn:toLowerCase(row.standing.badge)}"><fmt:message key="badge.${row.standing.badge}" /></span><c:if test="${row.standing.held and row.standing.badge ne 'HELD'}"> <span class="badge held"><fmt:message key="badge.HELD" /></span></c:if><c:if test="${not empty row.standing.waits}"> <small class="said"><c:out value="${row.standing.waits}" /></small></c:if></td>
<c:choose><c:when test="${empty elements}"><td data-label="<fmt:message key="jobs.phase" />"><fmt:message key="state.${row.standing.state}" /></td>
<td data-label="<fmt:message key="jobs.owner" />"><c:out value="${row.owner}" /></td>
<td data-label="<fmt:message key="jobs.age" />" class="number"><time datetime="${row.accepted.iso}" title="${row.accepted.text}"><fmt:message key="jobs.ago"><fmt:param value="${row.age}" /></fmt:message></time></td></c:when>
<c:otherwise><c:set var="element" value="${elements[row.token]}" /><td class="values" data-label="<fmt:message key="group.values" />"><div><c:forEach var="text" items="${element.values}"><div><span class="help"><fmt:message key="${text.label}" /><c:if test="${not empty text.name}"> <c:out value="${text.name}" /></c:if>:</span> <code><c:out value="${text.value}" /></code></div></c:forEach></div></td>
<td data-label="<fmt:message key="group.results" />"><div><c:forEach var="result" items="${element.results}"><c:url var="href" value="/ui/jobs/${row.token}/result"><c:param name="name" value="${result.name}" /></c:url><div><a download href="<c:out value="${href}" />"><c:out value="${result.fileName}" /></a> <span class="help">${result.bytes}</span></div></c:forEach></div></td>
<td data-label="<fmt:message key="group.lasted" />" class="number">${element.lasted}</td></c:otherwise></c:choose>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<div class="after"><button type="submit"><fmt:message key="jobs.compare" /></button> <span class="help"><fmt:message key="jobs.compare.help" /></span></div>
</form>
<c:set var="query"><c:out value="${list.query}" /></c:set>
<nav class="pages" aria-label="<fmt:message key="jobs.pages" />">
<c:choose><c:when test="${list.page gt 1}"><a rel="prev" href="${pagesAt}?${query}page=${list.page - 1}"><fmt:message key="pages.${order}.before" /></a></c:when>
<c:otherwise><span></span></c:otherwise></c:choose>
<span><c:choose><c:when test="${list.pages eq 1}"><fmt:message key="jobs.page.one"><fmt:param value="${list.count}" /></fmt:message></c:when><c:otherwise><fmt:message key="jobs.page"><fmt:param value="${list.page}" /><fmt:param value="${list.pages}" /><fmt:param value="${list.count}" /></fmt:message></c:otherwise></c:choose></span>
<c:choose><c:when test="${list.page lt list.pages}"><a rel="next" href="${pagesAt}?${query}page=${list.page + 1}"><fmt:message key="pages.${order}.after" /></a></c:when>
<c:otherwise><span></span></c:otherwise></c:choose>
</nav>
