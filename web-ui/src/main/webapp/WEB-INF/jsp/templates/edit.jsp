<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="edit.title" var="title"><fmt:param value="${edit.name}" /></fmt:message>
<c:set var="section" value="templates" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/templates"><fmt:message key="templates.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${edit.name}" /></span></nav>
<h1><c:out value="${title}" /></h1>
<c:if test="${done eq 'saved'}"><p class="note good" role="status"><fmt:message key="edit.saved" /> <fmt:message key="edit.schedules" /> <a href="${root}/ui/templates/${edit.id}/run"><fmt:message key="edit.saved.run" /></a></p></c:if>
<c:if test="${done eq 'logins'}"><p class="note" role="status"><fmt:message key="edit.logins" /></p></c:if>
<c:if test="${not empty edit.faults}"><div class="note bad" role="alert"><p><fmt:message key="edit.faults" /></p><ul><c:forEach var="fault" items="${edit.faults}"><li><c:out value="${fault}" /></li></c:forEach></ul></div></c:if>
<c:if test="${not empty found and empty edit.faults}"><p class="note" role="status"><fmt:message key="edit.found" /> <c:forEach var="name" items="${found}" varStatus="at"><c:if test="${not at.first}">, </c:if><strong><c:out value="${name}" /></strong></c:forEach>. <fmt:message key="edit.found.next" /></p></c:if>
<form method="post" action="${root}/ui/templates/${edit.id}/edit" class="author" data-unsaved="${unsaved}">
<sw:csrf />
<input type="hidden" name="version" value="${edit.version}">
<%-- The Enter key presses the first button. --%>
<button class="unseen" type="submit" name="do" value="look" tabindex="-1" aria-hidden="true"><fmt:message key="edit.look" /></button>
<section class="card"><h2><fmt:message key="edit.about" /></h2>
<div class="fields">
<label for="name"><fmt:message key="edit.name" /></label>
<input id="name" name="name" value="<c:out value="${edit.name}" />" maxlength="100" required>
<label for="description"><fmt:message key="edit.description" /></label>
<textarea id="description" name="description" rows="2" maxlength="2000" aria-describedby="description-help"><c:out value="${edit.description}" /></textarea>
<p class="help" id="description-help"><fmt:message key="edit.description.help" /></p>
</div>
<label class="box"><input type="checkbox" name="shared" value="true"<c:if test="${edit.shared}"> checked</c:if>> <span><fmt:message key="edit.shared" /><small><fmt:message key="edit.shared.help" /></small></span></label>
</section>

<section class="card" id="make"><h2><fmt:message key="edit.make" /></h2>
<p class="help" id="make-help"><fmt:message key="edit.make.help" /></p>
<c:if test="${replaced ge 0}"><p class="note<c:if test="${replaced eq 0}"> bad</c:if>" role="status"><fmt:message key="edit.replaced"><fmt:param value="${replaced}" /><fmt:param value="${fn:escapeXml(value)}" /><fmt:param value="${fn:escapeXml(blank)}" /></fmt:message></p></c:if>
<c:if test="${replaceWrong}"><p class="note bad" role="alert"><fmt:message key="edit.replace.wrong" /></p></c:if>
<div class="line low">
<div><label for="value"><fmt:message key="edit.value" /></label><input id="value" name="value" maxlength="200" value="<c:if test="${replaced le 0}"><c:out value="${value}" /></c:if>" placeholder="2022-12-28" aria-describedby="make-help" autocomplete="off"></div>
<div><label for="blank"><fmt:message key="edit.blank" /></label><input id="blank" name="blank" value="<c:if test="${replaced le 0}"><c:out value="${blank}" /></c:if>" placeholder="date" maxlength="32" autocapitalize="none" spellcheck="false" autocomplete="off"></div>
<button type="submit" name="do" value="replace"><fmt:message key="edit.replace" /></button>
</div>
</section>

<section class="card"><h2><fmt:message key="edit.blanks" /></h2>
<c:if test="${empty edit.blanks}"><p class="help"><fmt:message key="edit.blanks.none" /></p></c:if>
<c:forEach var="row" items="${edit.blanks}" varStatus="at">
<c:set var="at1" value="blanks.${at.index}" />
<fieldset class="blank">
<legend><code>$&#123;<c:out value="${row.name}" />}</code></legend>
<input type="hidden" name="${at1}.name" value="<c:out value="${row.name}" />">
<div class="line">
<div class="wide2"><label for="${at1}.label"><fmt:message key="edit.blank.label" /></label><input id="${at1}.label" name="${at1}.label" value="<c:out value="${row.label}" />" maxlength="200" required></div>
<div><label for="${at1}.kind"><fmt:message key="edit.blank.kind" /></label><select id="${at1}.kind" name="${at1}.kind"><c:forTokens var="kind" items="TEXT,NUMBER,NUMBERS,DATE,CHOICE" delims=","><option value="${kind}"<c:if test="${row.kind eq kind}"> selected</c:if>><fmt:message key="kind.${kind}" /></option></c:forTokens></select></div>
<div><label for="${at1}.initial"><fmt:message key="edit.blank.initial" /></label><input id="${at1}.initial" name="${at1}.initial" value="<c:out value="${row.initial}" />" maxlength="200" aria-describedby="initial-help"></div>
</div>
<label for="${at1}.help"><fmt:message key="edit.blank.help" /></label><input id="${at1}.help" name="${at1}.help" value="<c:out value="${row.help}" />" maxlength="1000">
<details<c:if test="${row.kind eq 'NUMBER' or row.kind eq 'NUMBERS' or row.kind eq 'CHOICE'}"> open</c:if>><summary><fmt:message key="edit.blank.more" /></summary>
<div class="line">
<div><label for="${at1}.least"><fmt:message key="edit.blank.least" /></label><input id="${at1}.least" name="${at1}.least" value="<c:out value="${row.least}" />" inputmode="decimal"></div>
<div><label for="${at1}.most"><fmt:message key="edit.blank.most" /></label><input id="${at1}.most" name="${at1}.most" value="<c:out value="${row.most}" />" inputmode="decimal"></div>
<div class="wide2"><label for="${at1}.options"><fmt:message key="edit.blank.options" /></label><textarea id="${at1}.options" name="${at1}.options" rows="${row.optionLines()}"><c:out value="${row.options}" /></textarea></div>
</div></details>
</fieldset>
</c:forEach>
<p class="help" id="initial-help"><fmt:message key="edit.blanks.help" /></p>
</section>

<section class="card"><h2><fmt:message key="edit.texts" /></h2>
<p class="help" id="texts-help"><fmt:message key="edit.texts.help" /></p>
<c:forEach var="part" items="${edit.parts}">
<fieldset class="part"><legend><fmt:message key="part.${part.kind}" /><c:if test="${not empty part.name}"> <small><c:out value="${part.name}" /></small></c:if></legend>
<c:forEach var="text" items="${part.texts}">
<div<c:if test="${text.lines gt 1}"> class="long"</c:if>><label for="text.${text.path}"><fmt:message key="text.${text.field}" /></label>
<c:choose><c:when test="${text.lines gt 1}"><textarea class="code" id="text.${text.path}" name="text.${text.path}" rows="${text.lines}" spellcheck="false">
<c:out value="${text.value}" /></textarea></c:when>
<c:otherwise><input class="code" id="text.${text.path}" name="text.${text.path}" value="<c:out value="${text.value}" />" spellcheck="false" autocapitalize="none" autocomplete="off"></c:otherwise></c:choose></div>
</c:forEach></fieldset>
</c:forEach>
</section>
<div class="actions">
<button class="main" type="submit" name="do" value="save"><fmt:message key="edit.save" /></button>
<button type="submit" name="do" value="look"><fmt:message key="edit.look" /></button>
<button type="submit" name="do" value="run"><fmt:message key="edit.run" /></button>
</div>
</form>
<details class="confirm apart"><summary><fmt:message key="edit.remove" /></summary>
<form method="post" action="${root}/ui/templates/${edit.id}/remove">
<p><fmt:message key="edit.remove.ask" /></p>
<sw:csrf />
<button class="danger" type="submit"><fmt:message key="edit.remove.yes" /></button>
</form></details>
<script src="${applicationScope.assets}/unsaved.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
