<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="ops.audit" var="title" />
<c:set var="section" value="operations" /><c:set var="tab" value="audit" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/tabs.jspf" %>
<c:if test="${not empty verdict}">
<section class="problem verdict ${verdict.sound ? 'sound' : 'failed'}" role="status" aria-labelledby="verdict">
<h2 id="verdict"><fmt:message key="${verdict.sound ? 'audit.sound' : 'audit.findings'}"><fmt:param value="${fn:length(verdict.findings)}" /></fmt:message></h2>
<p><c:choose><c:when test="${empty verdict.of}"><fmt:message key="audit.read"><fmt:param value="${verdict.jobs}" /><fmt:param value="${verdict.events}" /><fmt:param value="${verdict.checkpoints}" /></fmt:message></c:when>
<c:otherwise><fmt:message key="audit.read.one"><fmt:param value="${fn:escapeXml(verdict.of)}" /><fmt:param value="${verdict.events}" /></fmt:message></c:otherwise></c:choose></p>
<c:if test="${not empty verdict.of and verdict.jobs eq '1'}"><div class="actions"><a class="button" href="${root}/ui/jobs/<c:out value="${verdict.of}" />"><fmt:message key="audit.job" /></a>
<form method="post" action="${root}/ui/jobs/<c:out value="${verdict.of}" />/record"><sw:csrf /><button type="submit"><fmt:message key="audit.record" /></button></form></div></c:if>
<c:if test="${not verdict.sound}"><ul class="findings"><c:forEach var="finding" items="${verdict.findings}"><li><c:out value="${finding}" /></li></c:forEach></ul></c:if>
<c:if test="${not empty verdict.checkpoint}"><p class="help"><fmt:message key="audit.checkpoint" /> <code class="whole">${verdict.checkpoint}</code></p></c:if>
</section>
</c:if>
<section class="card" aria-labelledby="verify"><h2 id="verify"><fmt:message key="audit.verify" /></h2>
<p class="help"><fmt:message key="audit.verify.help" /></p>
<div class="columns">
<form method="post" action="${root}/ui/operations/audit/verify">
<sw:csrf />
<button type="submit"><fmt:message key="audit.verify.all" /></button>
</form>
<form class="fields" method="post" action="${root}/ui/operations/audit/verify">
<label for="token"><fmt:message key="audit.token" /></label>
<input id="token" name="token" required maxlength="40" autocomplete="off" spellcheck="false">
<sw:csrf />
<span class="actions"><button type="submit"><fmt:message key="audit.verify.one" /></button></span>
</form>
</div>
</section>
<section class="card" aria-labelledby="search"><h2 id="search"><fmt:message key="audit.search" /></h2>
<c:if test="${not empty audit.problem}"><p class="note bad" role="alert"><c:out value="${audit.problem}" /></p></c:if>
<form class="search" method="get" action="${root}/ui/operations/audit">
<div class="fields"><label for="by"><fmt:message key="audit.by" /></label><input id="by" name="by" value="<c:out value="${audit.typed.by}" />" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<div class="fields"><label for="kind"><fmt:message key="audit.kind" /></label><select id="kind" name="kind"><option value=""><fmt:message key="audit.kind.any" /></option><c:forEach var="kind" items="${audit.kinds}"><option value="${kind}"<c:if test="${kind eq audit.typed.kind}"> selected</c:if>><fmt:message key="audit.kind.${kind}" /></option></c:forEach></select></div>
<div class="fields"><label for="text"><fmt:message key="audit.text" /></label><input id="text" name="text" value="<c:out value="${audit.typed.text}" />" autocomplete="off"></div>
<div class="fields"><label for="from"><fmt:message key="audit.from"><fmt:param value="${audit.zone}" /></fmt:message></label><input id="from" name="from" type="datetime-local" value="<c:out value="${audit.typed.from}" />"></div>
<div class="fields"><label for="until"><fmt:message key="audit.until"><fmt:param value="${audit.zone}" /></fmt:message></label><input id="until" name="until" type="datetime-local" value="<c:out value="${audit.typed.until}" />"></div>
<div class="actions"><button type="submit"><fmt:message key="audit.find" /></button><c:if test="${not audit.typed.blank()}"><a class="button" href="${root}/ui/operations/audit"><fmt:message key="audit.clear" /></a></c:if></div>
</form>
</section>
<section class="card flush" aria-labelledby="found">
<h2 id="found" class="unseen"><fmt:message key="audit.found" /></h2>
<c:choose><c:when test="${empty audit.operations}"><p class="nothing"><fmt:message key="audit.nothing" /></p></c:when>
<c:otherwise>
<table class="stack operations">
<caption class="unseen"><fmt:message key="audit.found" /></caption>
<thead><tr>
<th scope="col" class="number"><fmt:message key="audit.number" /></th>
<th scope="col"><fmt:message key="audit.at" /></th>
<th scope="col"><fmt:message key="audit.kind" /></th>
<th scope="col"><fmt:message key="audit.by" /></th>
<th scope="col"><fmt:message key="audit.text" /></th>
</tr></thead>
<tbody>
<c:forEach var="row" items="${audit.operations}">
<tr>
<td data-label="<fmt:message key="audit.number" />" class="number">${row.sequence}</td>
<td data-label="<fmt:message key="audit.at" />" class="time"><time datetime="${row.at.iso}">${row.at.text}</time></td>
<th scope="row"><fmt:message key="audit.kind.${row.kind}" /></th>
<td data-label="<fmt:message key="audit.by" />" class="who"><div><c:out value="${row.by}" /><small><c:out value="${row.from}" /></small></div></td>
<td data-label="<fmt:message key="audit.text" />"><span><c:out value="${row.text}" /></span></td>
</tr>
</c:forEach>
</tbody>
</table>
</c:otherwise></c:choose>
</section>
<nav class="pages" aria-label="<fmt:message key="audit.pages" />">
<c:choose><c:when test="${audit.page gt 1}"><a rel="prev" href="${root}<c:out value="${audit.pagesAt}" />&amp;page=${audit.page - 1}"><fmt:message key="audit.newer" /></a></c:when><c:otherwise><span></span></c:otherwise></c:choose>
<span><fmt:message key="audit.page"><fmt:param value="${audit.page}" /><fmt:param value="${audit.pages}" /><fmt:param value="${audit.count}" /></fmt:message></span>
<c:choose><c:when test="${audit.page lt audit.pages}"><a rel="next" href="${root}<c:out value="${audit.pagesAt}" />&amp;page=${audit.page + 1}"><fmt:message key="audit.older" /></a></c:when><c:otherwise><span></span></c:otherwise></c:choose>
</nav>
<%@ include file="/WEB-INF/jspf/operations/usage.jspf" %>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
