<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="schedule.title" var="title"><fmt:param value="${schedule.identity.name}" /></fmt:message>
<c:set var="section" value="templates" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/schedules"><fmt:message key="schedules.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${schedule.identity.name}" /></span></nav>
<section class="card head">
<div class="title"><h1><c:out value="${schedule.identity.name}" /></h1><c:if test="${schedule.timing.paused}"><span class="badge large held"><fmt:message key="schedules.paused" /></span></c:if></div>
<c:if test="${done eq 'made' or done eq 'paused' or done eq 'resumed'}"><p class="note good" role="status"><fmt:message key="schedule.${done}" /></p></c:if>
<p class="headline"><sw:when when="${schedule.timing.when}" /></p>
<dl class="facts">
<div><dt><fmt:message key="schedules.next" /></dt><dd><c:choose><c:when test="${schedule.timing.paused}"><fmt:message key="schedule.none" /></c:when><c:otherwise><time datetime="${schedule.timing.next.iso}">${schedule.timing.next.text}</time></c:otherwise></c:choose></dd></div>
<div><dt><fmt:message key="schedules.owner" /></dt><dd><c:out value="${schedule.identity.owner}" /></dd></div>
<c:forEach var="value" items="${schedule.values}"><div><dt><c:out value="${value.blank}" /></dt><dd><c:out value="${value.value}" /></dd></div></c:forEach>
<div><dt><fmt:message key="schedule.alone" /></dt><dd><fmt:message key="schedule.alone.${schedule.timing.alone}" /></dd></div>
<c:if test="${not empty schedule.job}"><div><dt><fmt:message key="schedules.job" /></dt><dd><a href="${root}/ui/jobs/${schedule.job.token}"><span class="badge ${fn:toLowerCase(schedule.job.state)}"><fmt:message key="badge.${schedule.job.state}" /></span><span class="unseen"> <fmt:message key="schedules.job.open" /></span></a></dd></div></c:if>
</dl>
<c:if test="${schedule.timing.when.kind eq 'watched'}"><pre class="detail"><c:out value="${schedule.timing.when.statement}" /></pre></c:if>
<c:if test="${mine}"><p class="help"><fmt:message key="schedule.mail" /> <a href="${root}/ui/account#mail-title"><fmt:message key="schedule.mail.choose" /></a></p></c:if>
<div class="actions"><c:if test="${mine and not schedule.timing.paused}"><form method="post" action="${root}/ui/schedules/${schedule.identity.id}/run">
<sw:csrf />
<button type="submit"><fmt:message key="schedule.run" /></button>
</form></c:if>
<a class="button" href="${root}/ui/figures?schedule=${schedule.identity.id}"><fmt:message key="figures.runs.link" /></a>
<c:if test="${schedule.changeable}">
<form method="post" action="${root}/ui/schedules/${schedule.identity.id}/${schedule.timing.paused ? 'resume' : 'pause'}">
<sw:csrf />
<button type="submit"><fmt:message key="schedule.${schedule.timing.paused ? 'resume' : 'pause'}" /></button>
</form>
<a class="button" href="${root}/ui/templates/${schedule.identity.template}/run"><fmt:message key="schedule.template" /></a>
<details class="confirm"><summary><fmt:message key="schedule.remove" /></summary>
<form method="post" action="${root}/ui/schedules/${schedule.identity.id}/remove">
<p><fmt:message key="schedule.remove.ask" /></p>
<sw:csrf />
<button class="danger" type="submit"><fmt:message key="schedule.remove.yes" /></button>
</form></details>
</c:if>
</div>
</section>
<c:if test="${not empty version}">
<section class="card" id="change" aria-labelledby="change-title"><h2 id="change-title"><fmt:message key="schedule.change" /></h2>
<p class="note" role="status"><fmt:message key="schedule.change.help" /></p>
<c:choose>
<c:when test="${not empty problem}"><div class="note bad"><p><c:out value="${problem.message}" /></p><c:if test="${not empty problem.detail}"><pre class="detail"><c:out value="${problem.detail}" /></pre></c:if></div><p><fmt:message key="schedule.change.misfit" /></p></c:when>
<c:otherwise>
<c:if test="${not empty summary.obstacles}"><div class="note bad"><p><fmt:message key="run.obstacles" /></p><ul><c:forEach var="obstacle" items="${summary.obstacles}"><li><c:out value="${obstacle.message}" /></li></c:forEach></ul></div></c:if>
<sw:texts parts="${summary.parts}" />
<form method="post" action="${root}/ui/schedules/${schedule.identity.id}/accept" class="actions">
<sw:csrf />
<input type="hidden" name="version" value="${version}">
<button class="main" type="submit"><fmt:message key="schedule.accept" /></button>
</form>
</c:otherwise>
</c:choose>
</section>
</c:if>
<h2><fmt:message key="schedule.firings" /></h2>
<c:choose>
<c:when test="${empty firings}"><p class="help"><fmt:message key="schedule.firings.none" /></p></c:when>
<c:otherwise>
<section class="card flush">
<table class="stack firings">
<caption class="unseen"><fmt:message key="schedule.firings" /></caption>
<thead><tr>
<th scope="col"><fmt:message key="schedule.due" /></th>
<th scope="col"><fmt:message key="schedule.outcome" /></th>
<th scope="col"><fmt:message key="schedule.what" /></th>
</tr></thead>
<tbody>
<c:forEach var="firing" items="${firings}">
<tr>
<th scope="row"><time datetime="${firing.due.iso}">${firing.due.text}</time></th>
<td data-label="<fmt:message key="schedule.outcome" />"><span class="badge fired-${fn:toLowerCase(firing.outcome)}"><fmt:message key="fired.${firing.outcome}" /></span></td>
<td data-label="<fmt:message key="schedule.what" />"><div><c:if test="${not empty firing.job}"><a href="${root}/ui/jobs/${firing.job}"><code>${firing.job}</code></a></c:if> <c:out value="${firing.note}" /><c:if test="${not empty firing.problem}"><strong><c:out value="${firing.problem.message}" /></strong> <sw:coded text="${firing.problem.remedy().pages()}" /><c:if test="${not empty firing.problem.detail}"><pre class="detail"><c:out value="${firing.problem.detail}" /></pre></c:if></c:if></div></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<p class="help"><fmt:message key="schedule.firings.help" /></p>
</c:otherwise>
</c:choose>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
