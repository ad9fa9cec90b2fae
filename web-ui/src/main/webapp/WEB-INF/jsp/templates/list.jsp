<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="templates.title" var="title" />
<c:set var="section" value="templates" /><c:set var="tab" value="templates" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="templates.title" /></h1>
<%@ include file="/WEB-INF/jspf/templates/tabs.jspf" %>
<c:if test="${done eq 'removed'}"><p class="note" role="status"><fmt:message key="templates.removed" /></p></c:if>
<c:choose>
<c:when test="${empty templates}">
<section class="card empty">
<img src="${applicationScope.assets}/logo.svg" alt="" width="72" height="72">
<h2><fmt:message key="templates.empty.title" /></h2>
<p><fmt:message key="templates.empty.text" /></p>
<p class="help"><fmt:message key="templates.empty.help" /></p>
</section>
</c:when>
<c:otherwise>
<section class="card flush">
<table class="stack templates">
<caption class="unseen"><fmt:message key="templates.title" /></caption>
<thead><tr>
<th scope="col"><fmt:message key="templates.name" /></th>
<th scope="col"><fmt:message key="templates.owner" /></th>
<th scope="col" class="number"><fmt:message key="templates.blanks" /></th>
<th scope="col"><fmt:message key="templates.changed" /></th>
<th scope="col"><span class="unseen"><fmt:message key="templates.do" /></span></th>
</tr></thead>
<tbody>
<c:forEach var="row" items="${templates}">
<tr>
<th scope="row"><c:choose><c:when test="${runs}"><a href="${root}/ui/templates/${row.id}/run"><c:out value="${row.name}" /></a></c:when><c:otherwise><c:out value="${row.name}" /></c:otherwise></c:choose> <c:if test="${row.shared}"><span class="badge"><fmt:message key="templates.shared" /></span></c:if><c:if test="${not empty row.description}"><span class="about"><c:out value="${row.description}" /></span></c:if></th>
<td data-label="<fmt:message key="templates.owner" />"><c:out value="${row.owner}" /></td>
<td data-label="<fmt:message key="templates.blanks" />" class="number">${row.blanks}</td>
<td data-label="<fmt:message key="templates.changed" />"><time datetime="${row.changed.iso}">${row.changed.text}</time></td>
<td class="act"><a class="button" href="${root}/ui/templates/${row.id}/figures"><fmt:message key="figures.runs.short" /><span class="unseen"> <c:out value="${row.name}" /></span></a> <c:if test="${runs}"><a class="button" href="${root}/ui/templates/${row.id}/run"><fmt:message key="templates.run" /><span class="unseen"> <c:out value="${row.name}" /></span></a></c:if><c:if test="${row.changeable}"> <a class="button" href="${root}/ui/templates/${row.id}/edit"><fmt:message key="templates.edit" /><span class="unseen"> <c:out value="${row.name}" /></span></a></c:if></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<p class="help"><fmt:message key="templates.help" /></p>
</c:otherwise>
</c:choose>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
