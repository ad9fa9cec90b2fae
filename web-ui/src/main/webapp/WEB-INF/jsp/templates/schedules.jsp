<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="schedules.title" var="title" />
<c:set var="section" value="templates" /><c:set var="tab" value="schedules" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="schedules.title" /></h1>
<%@ include file="/WEB-INF/jspf/templates/tabs.jspf" %>
<c:if test="${done eq 'removed'}"><p class="note" role="status"><fmt:message key="schedules.removed" /></p></c:if>
<c:choose>
<c:when test="${empty schedules}">
<section class="card empty">
<img src="${applicationScope.assets}/logo.svg" alt="" width="72" height="72">
<h2><fmt:message key="schedules.empty.title" /></h2>
<p><fmt:message key="schedules.empty.text" /></p>
</section>
</c:when>
<c:otherwise>
<section class="card flush">
<table class="stack templates">
<caption class="unseen"><fmt:message key="schedules.title" /></caption>
<thead><tr>
<th scope="col"><fmt:message key="schedules.template" /></th>
<th scope="col"><fmt:message key="schedules.when" /></th>
<th scope="col"><fmt:message key="schedules.next" /></th>
<th scope="col"><fmt:message key="schedules.newest" /></th>
<th scope="col"><fmt:message key="schedules.job" /></th>
</tr></thead>
<tbody>
<c:forEach var="row" items="${schedules}">
<tr>
<th scope="row"><a href="${root}/ui/schedules/${row.identity.id}"><c:out value="${row.identity.name}" /></a><span class="about"><c:out value="${row.identity.owner}" /><c:forEach var="value" items="${row.values}"> &middot; <c:out value="${value.blank}" />=<c:out value="${value.value}" /></c:forEach></span></th>
<td data-label="<fmt:message key="schedules.when" />"><div><sw:when when="${row.timing.when}" /></div></td>
<td data-label="<fmt:message key="schedules.next" />"><c:choose><c:when test="${row.timing.paused}"><span class="badge held"><fmt:message key="schedules.paused" /></span></c:when><c:otherwise><time datetime="${row.timing.next.iso}">${row.timing.next.text}</time></c:otherwise></c:choose></td>
<td data-label="<fmt:message key="schedules.newest" />"><c:choose><c:when test="${empty row.newest}"><fmt:message key="schedules.never" /></c:when><c:otherwise><div><span class="badge fired-${fn:toLowerCase(row.newest.outcome)}"><fmt:message key="fired.${row.newest.outcome}" /></span> <small><time datetime="${row.newest.due.iso}">${row.newest.due.text}</time></small></div></c:otherwise></c:choose></td>
<td data-label="<fmt:message key="schedules.job" />"><c:if test="${not empty row.job}"><a href="${root}/ui/jobs/${row.job.token}"><span class="badge ${fn:toLowerCase(row.job.state)}"><fmt:message key="badge.${row.job.state}" /></span><span class="unseen"> <fmt:message key="schedules.job.open" /></span></a></c:if></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
</c:otherwise>
</c:choose>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
