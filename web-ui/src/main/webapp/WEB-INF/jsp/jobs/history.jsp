<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="history.of" var="title"><fmt:param value="${history.name}" /></fmt:message>
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <a href="${root}/ui/jobs/${history.token}"><c:out value="${history.name}" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><fmt:message key="history.crumb" /></span></nav>
<h1><fmt:message key="history.title" /></h1>
<section class="card flush">
<table class="stack events">
<caption class="unseen"><c:out value="${title}" /></caption>
<thead><tr>
<th scope="col" class="number"><fmt:message key="history.number" /></th>
<th scope="col"><fmt:message key="history.time" /></th>
<th scope="col" class="number"><fmt:message key="history.after" /></th>
<th scope="col"><fmt:message key="history.event" /></th>
<th scope="col"><fmt:message key="history.text" /></th>
</tr></thead>
<tbody>
<c:forEach var="event" items="${history.events}">
<tr>
<td data-label="<fmt:message key="history.number" />" class="number">${event.sequence}</td>
<td data-label="<fmt:message key="history.time" />" class="time"><time datetime="${event.at.iso}">${event.at.text}</time></td>
<td data-label="<fmt:message key="history.after" />" class="number">${event.after}</td>
<th scope="row"><c:out value="${event.event}" /></th>
<td data-label="<fmt:message key="history.text" />"><c:out value="${event.text}" /></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
