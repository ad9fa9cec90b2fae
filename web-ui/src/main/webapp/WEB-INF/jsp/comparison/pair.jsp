<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="compare.title" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<c:set var="a" value="${pair.a}" /><c:set var="b" value="${pair.b}" />
<fmt:message key="compare.a" var="nameOfA" /><fmt:message key="compare.b" var="nameOfB" />
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><fmt:message key="compare.crumb" /></span></nav>
<h1><fmt:message key="compare.title" /></h1>
<section class="card flush"><h2 class="unseen"><fmt:message key="compare.facts" /></h2>
<table class="stack pair">
<thead><tr><td></td><th scope="col">${nameOfA}</th><th scope="col">${nameOfB}</th></tr></thead>
<tbody>
<tr><th scope="row"><fmt:message key="jobs.name" /></th>
<td data-label="${nameOfA}"><div><a href="${root}/ui/jobs/${a.token}"><c:out value="${a.name}" /></a><span class="token">${a.token}</span></div></td>
<td data-label="${nameOfB}"><div><a href="${root}/ui/jobs/${b.token}"><c:out value="${b.name}" /></a><span class="token">${b.token}</span></div></td></tr>
<tr><th scope="row"><fmt:message key="jobs.status" /></th>
<td data-label="${nameOfA}"><span class="badge ${fn:toLowerCase(a.badge)}"><fmt:message key="badge.${a.badge}" /></span></td>
<td data-label="${nameOfB}"><span class="badge ${fn:toLowerCase(b.badge)}"><fmt:message key="badge.${b.badge}" /></span></td></tr>
<tr><th scope="row"><fmt:message key="jobs.owner" /></th><td data-label="${nameOfA}"><c:out value="${a.owner}" /></td><td data-label="${nameOfB}"><c:out value="${b.owner}" /></td></tr>
<tr><th scope="row"><fmt:message key="job.accepted" /></th><td data-label="${nameOfA}"><time datetime="${a.accepted.iso}">${a.accepted.text}</time></td><td data-label="${nameOfB}"><time datetime="${b.accepted.iso}">${b.accepted.text}</time></td></tr>
<tr><th scope="row"><fmt:message key="compare.total" /></th><td data-label="${nameOfA}">${a.gantt.total}</td><td data-label="${nameOfB}">${b.gantt.total}</td></tr>
<c:if test="${not empty a.run.report or not empty b.run.report}">
<tr><th scope="row"><fmt:message key="run.ranks" /></th><td data-label="${nameOfA}">${a.run.ranks}</td><td data-label="${nameOfB}">${b.run.ranks}</td></tr>
<tr><th scope="row"><fmt:message key="run.exit" /></th><td data-label="${nameOfA}">${a.run.report.exitStatus}</td><td data-label="${nameOfB}">${b.run.report.exitStatus}</td></tr>
<tr><th scope="row"><fmt:message key="compare.run" /></th><td data-label="${nameOfA}">${a.run.report.lasted}</td><td data-label="${nameOfB}">${b.run.report.lasted}</td></tr>
<tr><th scope="row"><fmt:message key="run.cpu" /></th><td data-label="${nameOfA}"><c:if test="${not empty a.run.report}">${a.run.report.userTime} + ${a.run.report.systemTime}</c:if></td><td data-label="${nameOfB}"><c:if test="${not empty b.run.report}">${b.run.report.userTime} + ${b.run.report.systemTime}</c:if></td></tr>
<tr><th scope="row"><fmt:message key="run.memory" /></th><td data-label="${nameOfA}">${a.run.report.memory}</td><td data-label="${nameOfB}">${b.run.report.memory}</td></tr>
</c:if>
</tbody>
</table>
</section>

<section class="card"><h2><fmt:message key="diff.title" /></h2>
<c:choose>
<c:when test="${empty pair.differences}"><p><fmt:message key="diff.none" /></p></c:when>
<c:otherwise>
<table class="stack pair">
<thead><tr><th scope="col"><fmt:message key="diff.what" /></th><th scope="col">${nameOfA}</th><th scope="col">${nameOfB}</th></tr></thead>
<tbody><c:forEach var="each" items="${pair.differences}">
<tr><th scope="row"><c:if test="${each.of ne 'JOB'}"><small><fmt:message key="diff.${each.of}" /> <c:out value="${each.name}" /></small> </c:if><fmt:message key="${each.label}" /><c:if test="${each.of eq 'JOB'}"> ${each.name}</c:if></th>
<td data-label="${nameOfA}"><c:choose><c:when test="${empty each.a}"><span class="help"><fmt:message key="diff.absent" /></span></c:when><c:otherwise><span class="text"><c:out value="${each.a}" /></span></c:otherwise></c:choose></td>
<td data-label="${nameOfB}"><c:choose><c:when test="${empty each.b}"><span class="help"><fmt:message key="diff.absent" /></span></c:when><c:otherwise><span class="text"><c:out value="${each.b}" /></span></c:otherwise></c:choose></td></tr>
</c:forEach></tbody>
</table>
</c:otherwise>
</c:choose>
</section>

<c:if test="${pair.chartBusy}"><p class="note"><fmt:message key="chart.busy" /></p></c:if>
<c:if test="${not empty pair.chart}"><section class="card"><h2><fmt:message key="chart.title" /></h2><%@ include file="/WEB-INF/jspf/charts/paired.jspf" %></section></c:if>

<c:if test="${not empty pair.figures}">
<section class="card"><h2><fmt:message key="figures.title" /></h2>
<table class="stack">
<thead><tr><th scope="col"><fmt:message key="figures.measure" /></th><th scope="col" class="number"><fmt:message key="figures.confidence" /></th><sw:compared-head nameOfA="${nameOfA}" nameOfB="${nameOfB}" /></tr></thead>
<tbody><c:forEach var="figure" items="${pair.figures}">
<tr><th scope="row"><sw:measure figure="${figure}" /></th>
<td data-label="<fmt:message key="figures.confidence" />" class="number">${figure.confidence}</td>
<sw:compared figure="${figure}" nameOfA="${nameOfA}" nameOfB="${nameOfB}" /></tr>
</c:forEach></tbody>
</table>
</section>
</c:if>

<c:if test="${not empty pair.desks}">
<section class="card"><h2><fmt:message key="figures.desks" /></h2>
<table class="stack desks">
<thead><tr><th scope="col"><fmt:message key="figures.desk" /></th><sw:compared-head nameOfA="${nameOfA}" nameOfB="${nameOfB}" /></tr></thead>
<c:forEach var="group" items="${pair.desks}"><tbody>
<sw:measure-heading measure="${group}" columns="5" />
<c:forEach var="figure" items="${group.figures}">
<tr><th scope="row"><c:out value="${figure.desk}" /></th>
<sw:compared figure="${figure}" nameOfA="${nameOfA}" nameOfB="${nameOfB}" /></tr>
</c:forEach></tbody></c:forEach>
</table>
</section>
</c:if>

<section class="card"><h2><fmt:message key="gantt.title" /></h2>
<h3>${nameOfA} <small>${a.gantt.total}</small></h3>
<sw:gantt gantt="${a.gantt}" suffix="-a" />
<h3>${nameOfB} <small>${b.gantt.total}</small></h3>
<sw:gantt gantt="${b.gantt}" suffix="-b" />
</section>

<c:if test="${not empty pair.staged}">
<section class="card"><h2><fmt:message key="compare.staged" /></h2>
<table class="stack">
<thead><tr><th scope="col"><fmt:message key="steps.name" /></th><th scope="col"><fmt:message key="steps.file" /></th><th scope="col" class="number">${nameOfA}</th><th scope="col" class="number">${nameOfB}</th><th scope="col"><fmt:message key="compare.content" /></th></tr></thead>
<tbody><c:forEach var="each" items="${pair.staged}">
<tr><th scope="row"><fmt:message key="diff.${each.direction}" /> <c:out value="${each.name}" /></th>
<td data-label="<fmt:message key="steps.file" />"><c:out value="${each.file}" /></td>
<td data-label="${nameOfA}" class="number">${each.a}</td>
<td data-label="${nameOfB}" class="number">${each.b}</td>
<td data-label="<fmt:message key="compare.content" />"><c:if test="${not empty each.match}"><span class="badge ${fn:toLowerCase(each.match)}"><fmt:message key="match.${each.match}" /></span></c:if></td></tr>
</c:forEach></tbody>
</table>
</section>
</c:if>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
