<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/wizard/head.jspf" %>
<div class="making">
<nav class="wizard" aria-label="<fmt:message key="wizard.pages" />"><ol>
<c:forEach var="entry" items="${draft.pages}"><li><a class="stop<c:if test="${entry.current}"> current</c:if><c:if test="${entry.sound}"> sound</c:if>"<c:if test="${entry.current}"> aria-current="step"</c:if> href="${root}/ui/drafts/${draft.id}/${entry.id}"><span class="count" aria-hidden="true">${entry.number}</span> <span><fmt:message key="page.${entry.id}" /></span><c:if test="${entry.sound}"><span class="unseen"> <fmt:message key="page.sound" /></span></c:if></a></li></c:forEach>
</ol></nav>
<div>
<h1><c:out value="${pageName}" /></h1>
<c:choose>
<c:when test="${not empty review.problems}">
<section class="problem waiting"><h2><fmt:message key="review.unfinished" /></h2>
<ul class="todo"><c:forEach var="todo" items="${review.problems}"><li><a href="${root}/ui/drafts/${draft.id}/<c:out value="${todo.path}" />"><c:out value="${todo.message}" /></a> <span><c:out value="${todo.hint}" /></span></li></c:forEach></ul>
</section>
</c:when>
<c:otherwise>
<c:choose>
<c:when test="${review.ready}"><p class="note good" role="status"><strong><c:choose><c:when test="${fn:length(rows) gt 1}"><fmt:message key="review.ready.sweep"><fmt:param value="${fn:length(rows)}" /></fmt:message></c:when><c:otherwise><fmt:message key="review.ready" /></c:otherwise></c:choose></strong></p></c:when>
<c:otherwise><p class="note bad" role="alert"><strong><fmt:message key="review.stands" /></strong></p></c:otherwise>
</c:choose>
<c:forEach var="problem" items="${review.obstacles}"><sw:obstacle problem="${problem}" /></c:forEach>
<c:forEach var="note" items="${review.notes}"><p class="help"><c:out value="${note}" /></p></c:forEach>
<c:if test="${not empty rows}">
<section class="card flush" id="sweep"><h2><fmt:message key="review.sweep" /></h2><p class="help"><fmt:message key="review.sweep.help" /></p>
<table class="stack">
<caption class="unseen"><fmt:message key="review.sweep" /></caption>
<thead><tr><th scope="col"><fmt:message key="review.sweep.number" /></th><c:forEach var="value" items="${rows[0]}"><th scope="col"><c:out value="${value.key}" /></th></c:forEach></tr></thead>
<tbody><c:forEach var="row" items="${rows}" end="19" varStatus="at"><tr><th scope="row">${at.count}</th><c:forEach var="value" items="${row}"><td data-label="<c:out value="${value.key}" />"><c:out value="${value.value}" /></td></c:forEach></tr></c:forEach></tbody>
</table>
<c:if test="${fn:length(rows) gt 20}"><p class="help"><fmt:message key="review.sweep.more"><fmt:param value="${fn:length(rows) - 20}" /></fmt:message></p></c:if>
</section>
</c:if>
<section class="card"><h2><fmt:message key="review.launch" /></h2>
<dl class="texts">
<c:forEach var="line" items="${launch}"><div><dt><fmt:message key="label.${line.field}" /></dt><dd><c:choose><c:when test="${empty line.value}"><fmt:message key="review.unset.${line.field}" /></c:when><c:when test="${line.field eq 'flavour'}"><fmt:message key="choice.flavour.${line.value}" /></c:when><c:otherwise><span class="typed"><c:forEach var="word" items="${line.words()}"><code><c:out value="${word}" /></code> </c:forEach></span></c:otherwise></c:choose></dd></div></c:forEach>
<div><dt><fmt:message key="review.results" /></dt><dd><c:choose><c:when test="${empty results}"><fmt:message key="review.results.none" /></c:when><c:otherwise><c:forEach var="result" items="${results}"><div><c:out value="${result.field}" />: <code><c:out value="${result.value}" /></code></div></c:forEach></c:otherwise></c:choose></dd></div>
<c:if test="${not empty review.times.stageIn}"><div><dt><fmt:message key="review.stageIn" /></dt><dd><c:out value="${review.times.stageIn}" /></dd></div></c:if>
<c:if test="${not empty review.times.run}"><div><dt><fmt:message key="review.run" /></dt><dd><c:out value="${review.times.run}" /></dd></div></c:if>
</dl></section>
<c:if test="${not empty graph}"><sw:graph graph="${graph}" /></c:if>
<c:forEach var="direction" items="IN,OUT"><sw:planned direction="${direction}" steps="${review.steps(direction)}" /></c:forEach>
<c:if test="${not empty review.warnings}"><section class="card"><h2><fmt:message key="review.warnings" /></h2><ul><c:forEach var="warning" items="${review.warnings}"><li><c:out value="${warning.text()}" /> <span class="help"><c:out value="${warning.remedy().pages()}" /></span></li></c:forEach></ul></section></c:if>
<details class="card"><summary><h2><fmt:message key="review.document" /></h2></summary><p class="help"><fmt:message key="review.document.help" /></p>
<pre class="output" tabindex="0" role="region" aria-label="<fmt:message key="review.document" />"><c:out value="${review.document}" /></pre></details>
<form method="post" action="${root}/ui/drafts/${draft.id}/submit" class="moves">
<%@ include file="/WEB-INF/jspf/wizard/hidden.jspf" %>
<a class="button" href="${root}/ui/drafts/${draft.id}/document"><fmt:message key="review.save" /></a>
<button type="submit" name="save" value="true"><fmt:message key="review.both" /></button>
<button class="main" type="submit" name="save" value="false"><fmt:message key="review.submit" /></button>
</form>
<form method="post" action="${root}/ui/templates" class="moves">
<sw:csrf /><input type="hidden" name="from" value="draft"><input type="hidden" name="id" value="${draft.id}">
<p class="help"><fmt:message key="review.template.help" /></p><button type="submit"><fmt:message key="review.template" /></button>
</form>
</c:otherwise>
</c:choose>
</div>
</div>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
