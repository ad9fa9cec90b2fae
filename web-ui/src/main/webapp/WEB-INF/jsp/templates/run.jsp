<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="run.template" var="title"><fmt:param value="${run.name}" /></fmt:message>
<c:set var="section" value="templates" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/templates"><fmt:message key="templates.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${run.name}" /></span></nav>
<div class="title"><h1><c:out value="${run.name}" /></h1><c:if test="${run.changeable}"><a class="button" href="${root}/ui/templates/${run.id}/edit"><fmt:message key="templates.edit" /></a></c:if></div>
<p class="headline"><c:out value="${run.description}" /></p>
<c:if test="${not empty faults}"><p class="note bad" role="alert"><fmt:message key="run.faults" /></p></c:if>
<c:if test="${not empty problem}"><section class="problem" role="alert"><h2><fmt:message key="run.refused" /></h2><p class="message"><c:out value="${problem.message}" /></p><c:if test="${not empty problem.detail}"><pre class="detail"><c:out value="${problem.detail}" /></pre></c:if><p><sw:coded text="${problem.remedy().pages()}" /></p><p class="code">${problem.code.id()}</p></section></c:if>
<form method="post" action="${root}/ui/templates/${run.id}/run" class="colleague">
<sw:csrf />
<input type="hidden" name="version" value="${run.version}">
<input type="hidden" name="once" value="<c:out value="${run.once}" />">
<button class="unseen" type="submit" name="do" value="look" tabindex="-1" aria-hidden="true"><fmt:message key="run.look" /></button>
<section class="card"><h2><fmt:message key="run.blanks" /></h2>
<c:if test="${empty run.blanks}"><p class="help"><fmt:message key="run.blanks.none" /></p></c:if>
<div class="fields asked">
<c:forEach var="row" items="${run.blanks}">
<c:set var="field" value="value.${row.name}" />
<div class="ask">
<label for="${field}"><c:out value="${row.label}" /></label>
<c:set var="more" value="${field}.help${empty row.fault ? '' : ' '.concat(field).concat('.fault')}" />
<c:choose>
<c:when test="${row.kind eq 'CHOICE'}"><select id="${field}" name="${field}" aria-describedby="${more}"<c:if test="${not empty row.fault}"> aria-invalid="true"</c:if>><c:if test="${empty row.value}"><option value=""></option></c:if><c:forEach var="option" items="${row.options}"><option<c:if test="${option eq row.value}"> selected</c:if>><c:out value="${option}" /></option></c:forEach></select></c:when>
<c:otherwise><input id="${field}" name="${field}" value="<c:out value="${row.value}" />" maxlength="200"<c:if test="${row.kind eq 'NUMBER'}"> inputmode="decimal"</c:if> autocomplete="off" required aria-describedby="${more}"<c:if test="${not empty row.fault}"> aria-invalid="true"</c:if>></c:otherwise>
</c:choose>
<c:if test="${not empty row.fault}"><p class="wrong" id="${field}.fault"><c:out value="${row.fault}" /></p></c:if>
<p class="help" id="${field}.help"><c:choose><c:when test="${row.kind eq 'DATE'}"><fmt:message key="run.help.date" /></c:when><c:when test="${row.kind eq 'NUMBERS'}"><fmt:message key="run.help.numbers" /><c:if test="${not empty row.range.least and not empty row.range.most}"> <fmt:message key="run.help.each"><fmt:param value="${fn:escapeXml(row.range.least)}" /><fmt:param value="${fn:escapeXml(row.range.most)}" /></fmt:message></c:if></c:when><c:when test="${row.kind eq 'NUMBER' and not empty row.range.least and not empty row.range.most}"><fmt:message key="run.help.between"><fmt:param value="${fn:escapeXml(row.range.least)}" /><fmt:param value="${fn:escapeXml(row.range.most)}" /></fmt:message></c:when></c:choose> <c:out value="${row.help}" /></p>
</div>
</c:forEach>
</div>
<div class="actions">
<button class="main" type="submit" name="do" value="now"><fmt:message key="run.now" /></button>
<button type="submit" name="do" value="look"><fmt:message key="run.look" /></button>
</div>
</section>
<c:if test="${not empty summary}">
<section class="card summary" id="summary" aria-labelledby="summary-title"><h2 id="summary-title"><fmt:message key="run.summary" /></h2>
<c:choose><c:when test="${empty summary.obstacles}"><p class="note good" role="status"><fmt:message key="run.clear" /></p></c:when>
<c:otherwise><div class="note bad" role="status"><p><fmt:message key="run.obstacles" /></p><ul><c:forEach var="obstacle" items="${summary.obstacles}"><li><c:out value="${obstacle.message}" /> <sw:coded text="${obstacle.remedy().pages()}" /></li></c:forEach></ul></div></c:otherwise></c:choose>
<sw:texts parts="${summary.parts}" />
</section>
</c:if>
<section class="card"><h2><fmt:message key="run.later" /></h2>
<p class="help"><fmt:message key="run.later.help" /></p>
<details<c:if test="${wish eq 'timetable'}"> open</c:if>><summary><fmt:message key="run.timetable" /></summary>
<fieldset class="days"><legend><fmt:message key="run.days" /></legend><c:forEach var="day" items="${run.trigger.days}"><label class="box"><input type="checkbox" name="days" value="${day.name}"<c:if test="${day.chosen}"> checked</c:if>> <fmt:message key="day.${day.name}" /></label></c:forEach></fieldset>
<div class="line">
<div><label for="first"><fmt:message key="run.first" /></label><input id="first" name="first" type="time" value="<c:out value="${run.trigger.times.first}" />"></div>
<div><label for="every"><fmt:message key="run.every" /></label><input id="every" name="every" inputmode="numeric" value="<c:out value="${run.trigger.times.every}" />" aria-describedby="every-help"></div>
<div><label for="last"><fmt:message key="run.last" /></label><input id="last" name="last" type="time" value="<c:out value="${run.trigger.times.last}" />"></div>
</div>
<p class="help" id="every-help"><fmt:message key="run.every.help" /></p>
<button type="submit" name="do" value="timetable"><fmt:message key="run.timetable.make" /></button>
</details>
<details<c:if test="${wish eq 'watch'}"> open</c:if>><summary><fmt:message key="run.watch" /></summary>
<p class="help" id="watch-help"><fmt:message key="run.watch.help" /></p>
<div class="line">
<div><label for="source"><fmt:message key="text.source" /></label><select id="source" name="source"><c:forEach var="each" items="${sources}"><option<c:if test="${each eq run.trigger.query.source}"> selected</c:if>><c:out value="${each}" /></option></c:forEach></select></div>
<div><label for="pause"><fmt:message key="run.pause" /></label><input id="pause" name="pause" inputmode="numeric" value="<c:out value="${run.trigger.query.pause}" />"></div>
</div>
<label for="statement"><fmt:message key="text.statement" /></label>
<textarea class="code" id="statement" name="statement" rows="3" spellcheck="false" aria-describedby="watch-help"><c:out value="${run.trigger.query.statement}" /></textarea>
<label class="box"><input type="checkbox" name="atOnce" value="true"<c:if test="${run.trigger.query.atOnce}"> checked</c:if>> <span><fmt:message key="run.atOnce" /></span></label>
<button type="submit" name="do" value="watch"><fmt:message key="run.watch.make" /></button>
</details>
<div class="both">
<label class="box"><input type="checkbox" name="alone" value="true"<c:if test="${run.trigger.alone}"> checked</c:if>> <span><fmt:message key="run.alone" /></span></label>
<div class="line"><div><label for="zone"><fmt:message key="run.zone" /></label><select id="zone" name="zone"><c:forEach var="each" items="${zones}"><option<c:if test="${each eq run.trigger.zone}"> selected</c:if>>${each}</option></c:forEach></select></div></div>
</div>
</section>
</form>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
