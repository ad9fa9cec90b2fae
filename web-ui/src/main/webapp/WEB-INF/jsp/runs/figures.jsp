<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="figures.runs.title" var="title"><fmt:param value="${name}" /></fmt:message>
<c:set var="section" value="templates" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/templates"><fmt:message key="templates.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${name}" /></span></nav>
<h1><c:out value="${title}" /></h1>
<c:if test="${figures.busy}"><p class="note"><fmt:message key="chart.busy" /></p></c:if>
<c:choose>
<c:when test="${empty figures.rows}"><section class="card empty"><h2><fmt:message key="figures.runs.none" /></h2><p><fmt:message key="figures.runs.none.text" /></p></section></c:when>
<c:otherwise>
<p class="lead"><fmt:message key="figures.runs.lead" /></p>
<p class="actions"><a class="button" download href="${root}/ui/figures/csv?${query}"><fmt:message key="figures.runs.csv" /></a></p>
<c:set var="pictures" value="0" />
<c:forEach var="picture" items="${figures.pictures}" varStatus="at"><c:set var="pictures" value="${pictures + 1}" /><c:set var="line" value="${figures.heads[at.index]}" /><%@ include file="/WEB-INF/jspf/charts/line-name.jspf" %>
<section class="card"><h2>${lineName}</h2>
<c:choose><c:when test="${not empty picture.fault}"><p class="note bad"><c:out value="${picture.fault.message()}" /></p></c:when>
<c:otherwise><%@ include file="/WEB-INF/jspf/charts/series.jspf" %></c:otherwise></c:choose>
</section>
</c:forEach>
<section class="card"><h2><fmt:message key="figures.runs.table" /></h2>
<div class="scroll" tabindex="0" role="region" aria-label="<fmt:message key="figures.runs.table" />">
<table>
<thead><tr><th scope="col"><fmt:message key="jobs.age" /></th><th scope="col"><fmt:message key="jobs.name" /></th><c:forEach var="line" items="${figures.heads}"><%@ include file="/WEB-INF/jspf/charts/line-name.jspf" %><th scope="col" class="number">${lineName}</th></c:forEach></tr></thead>
<tbody><c:forEach var="row" items="${figures.rows}"><tr><th scope="row"><time datetime="${row.accepted.iso}">${row.accepted.text}</time></th><td><a href="${root}/ui/jobs/${row.token}"><c:out value="${row.name}" /></a></td><c:forEach var="cell" items="${row.cells}"><td class="number">${cell.value}<c:if test="${not empty cell.interval}"> <small>${cell.interval}</small></c:if></td></c:forEach></tr></c:forEach></tbody>
</table></div>
<c:if test="${figures.undrawn gt 0}"><p class="help"><fmt:message key="figures.runs.undrawn"><fmt:param value="${figures.undrawn}" /></fmt:message></p></c:if>
<c:if test="${figures.without gt 0}"><p class="help"><fmt:message key="figures.runs.without"><fmt:param value="${figures.without}" /></fmt:message></p></c:if>
</section>
</c:otherwise>
</c:choose>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
