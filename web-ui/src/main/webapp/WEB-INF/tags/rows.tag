<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="list" required="true" type="java.lang.Object" %>
<%@ attribute name="pagesAt" required="true" %>
<%@ attribute name="elements" required="true" type="java.util.Map" %>
<%-- A page of the jobs of a sweep, as a table from which two can be chosen for a comparison, with the values, times and
     results of each job. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<form method="get" action="${root}/ui/compare">
<section class="card flush">
<table class="jobs stack">
<caption class="unseen"><fmt:message key="jobs.title" /></caption>
<thead><tr>
<th scope="col" class="tick"><span class="unseen"><fmt:message key="jobs.choose" /></span></th>
<th scope="col"><fmt:message key="jobs.name" /></th>
<th scope="col"><fmt:message key="jobs.status" /></th>
<th scope="col"><fmt:message key="group.values" /></th>
<th scope="col"><fmt:message key="group.results" /></th>
<th scope="col" class="number"><fmt:message key="group.lasted" /></th>
</tr></thead>
<tbody>
<c:forEach var="row" items="${list.rows}">
<tr>
<td class="tick"><input type="checkbox" name="job" value="${row.token}" aria-label="<fmt:message key="jobs.choose.one"><fmt:param value="${fn:escapeXml(row.name)}" /></fmt:message>"></td>
<th scope="row"><a href="${root}/ui/jobs/${row.token}"><c:out value="${row.name}" /></a><c:if test="${row.element gt 0}"><span class="element"><fmt:message key="job.element"><fmt:param value="${row.element}" /></fmt:message></span></c:if><span class="token">${row.token}</span></th>
<td data-label="<fmt:message key="jobs.status" />"><sw:standing standing="${row.standing}" /></td>
<c:set var="element" value="${elements[row.token]}" /><td class="values" data-label="<fmt:message key="group.values" />"><div><c:forEach var="text" items="${element.values}"><div><span class="help"><fmt:message key="${text.label}" /><c:if test="${not empty text.name}"> <c:out value="${text.name}" /></c:if>:</span> <code><c:out value="${text.value}" /></code></div></c:forEach></div></td>
<td data-label="<fmt:message key="group.results" />"><div><c:forEach var="result" items="${element.results}"><c:url var="href" value="/ui/jobs/${row.token}/result"><c:param name="name" value="${result.name}" /></c:url><div><a download href="<c:out value="${href}" />"><c:out value="${result.fileName}" /></a> <span class="help">${result.bytes}</span></div></c:forEach></div></td>
<td data-label="<fmt:message key="group.lasted" />" class="number">${element.lasted}</td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<div class="after"><button type="submit"><fmt:message key="jobs.compare" /></button> <span class="help"><fmt:message key="jobs.compare.help" /></span></div>
</form>
<sw:pages list="${list}" pagesAt="${pagesAt}" order="element" />
