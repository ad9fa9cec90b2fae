<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="account.title" var="title" />
<c:set var="section" value="account" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="account.title" /></h1>
<section class="card"><h2><fmt:message key="account.rights.title" /></h2>
<dl class="facts roomy">
<div><dt><fmt:message key="login.user" /></dt><dd><c:out value="${account.name}" /></dd></div>
<div><dt><fmt:message key="account.roles" /></dt><dd><c:forEach var="role" items="${account.roles}"><div><fmt:message key="account.role.${role}" /></div></c:forEach></dd></div>
<div><dt><fmt:message key="account.grants" /></dt><dd><c:choose>
<c:when test="${account.everything}"><fmt:message key="account.grants.all" /></c:when>
<c:when test="${empty account.grants}"><fmt:message key="account.grants.none"><fmt:param value="${fn:escapeXml(account.name)}" /></fmt:message></c:when>
<c:otherwise><c:forEach var="grant" items="${account.grants}"><div><code><c:out value="${grant}" /></code></div></c:forEach></c:otherwise>
</c:choose></dd></div>
</dl>
</section>

<section class="card" aria-labelledby="zone-title"><h2 id="zone-title"><fmt:message key="account.zone.title" /></h2>
<c:if test="${done eq 'zone'}"><p class="note" role="status"><fmt:message key="account.zone.saved"><fmt:param><c:out value="${requestScope.zone}" /></fmt:param></fmt:message></p></c:if>
<form class="fields narrow" method="post" action="${root}/ui/account/zone">
<label for="zone"><fmt:message key="account.zone.label" /></label>
<select id="zone" name="zone" aria-describedby="zone-help<c:if test="${not empty wrong.zone}"> zone-wrong</c:if>"<c:if test="${not empty wrong.zone}"> aria-invalid="true"</c:if>>
<c:forEach var="each" items="${zones}"><option value="${each}"<c:if test="${each eq requestScope.zone}"> selected</c:if>>${each}</option></c:forEach>
</select>
<c:if test="${not empty wrong.zone}"><p class="wrong" id="zone-wrong"><c:out value="${wrong.zone}" /></p></c:if>
<p class="help" id="zone-help"><fmt:message key="account.zone.help" /></p>
<p class="note" id="zone-browser" hidden><span data-text="<fmt:message key="account.zone.browser"><fmt:param value="@" /></fmt:message>"></span> <button type="button"><fmt:message key="account.zone.use" /></button></p>
<sw:csrf />
<div><button class="main" type="submit"><fmt:message key="account.zone.save" /></button></div>
</form>
</section>

<c:if test="${not empty mail}"><section class="card" aria-labelledby="mail-title"><h2 id="mail-title"><fmt:message key="account.mail.title" /></h2>
<c:if test="${done eq 'mail'}"><p class="note" role="status"><fmt:message key="account.mail.saved" /></p></c:if>
<c:if test="${done eq 'code'}"><p class="note" role="status"><fmt:message key="account.mail.confirmed" /></p></c:if>
<form class="fields narrow" method="post" action="${root}/ui/account/mail">
<label for="address"><fmt:message key="account.mail.address" /></label>
<input id="address" name="address" type="email" autocomplete="email" maxlength="254" value="<c:out value="${mail.address}" />" aria-describedby="address-help<c:if test="${not empty wrong.address}"> address-wrong</c:if>"<c:if test="${not empty wrong.address}"> aria-invalid="true"</c:if>>
<c:if test="${not empty wrong.address}"><p class="wrong" id="address-wrong"><c:out value="${wrong.address}" /></p></c:if>
<p class="help" id="address-help"><fmt:message key="account.mail.help" /></p>
<fieldset><legend><fmt:message key="account.mail.events" /></legend>
<c:forEach var="event" items="${mail.events}"><label class="box"><input type="checkbox" name="event" value="${event.name}"<c:if test="${event.chosen}"> checked</c:if>> <fmt:message key="account.mail.event.${event.name}" /></label></c:forEach>
</fieldset>
<label for="digest"><fmt:message key="account.mail.digest" /></label>
<select id="digest" name="digest"><c:forEach var="way" items="EACH,DAILY,WEEKLY"><option value="${way}"<c:if test="${mail.digest eq way}"> selected</c:if>><fmt:message key="account.mail.digest.${way}" /></option></c:forEach></select>
<sw:csrf />
<div><button class="main" type="submit"><fmt:message key="account.mail.save" /></button></div>
</form>
<c:if test="${not empty mail.address and not mail.confirmed}">
<form class="fields narrow" method="post" action="${root}/ui/account/mail/code">
<label for="code"><fmt:message key="account.mail.code" /></label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20" aria-describedby="code-help<c:if test="${not empty wrong.code}"> code-wrong</c:if>"<c:if test="${not empty wrong.code}"> aria-invalid="true"</c:if>>
<c:if test="${not empty wrong.code}"><p class="wrong" id="code-wrong"><c:out value="${wrong.code}" /></p></c:if>
<p class="help" id="code-help"><fmt:message key="account.mail.code.help"><fmt:param><c:out value="${mail.address}" /></fmt:param></fmt:message></p>
<sw:csrf />
<div><button class="main" type="submit"><fmt:message key="account.mail.confirm" /></button></div>
</form></c:if>
</section></c:if>
<c:if test="${empty mail}"><section class="card" aria-labelledby="mail-title"><h2 id="mail-title"><fmt:message key="account.mail.title" /></h2>
<p class="help"><fmt:message key="account.mail.off" /></p>
</section></c:if>

<section class="card" aria-labelledby="password-title"><h2 id="password-title"><fmt:message key="account.password.title" /></h2>
<c:if test="${done eq 'password'}"><p class="note" role="status"><fmt:message key="account.password.done" /></p></c:if>
<form class="fields narrow" method="post" action="${root}/ui/account/password">
<input type="text" name="username" value="<c:out value="${account.name}" />" autocomplete="username" readonly hidden>
<label for="current"><fmt:message key="account.password.current" /></label>
<input id="current" name="current" type="password" autocomplete="current-password" required<c:if test="${not empty wrong.current}"> aria-invalid="true" aria-describedby="current-wrong"</c:if>>
<c:if test="${not empty wrong.current}"><p class="wrong" id="current-wrong"><c:out value="${wrong.current}" /></p></c:if>
<label for="password"><fmt:message key="account.password.new" /></label>
<input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="password-help<c:if test="${not empty wrong.password}"> password-wrong</c:if>"<c:if test="${not empty wrong.password}"> aria-invalid="true"</c:if>>
<c:if test="${not empty wrong.password}"><p class="wrong" id="password-wrong"><c:out value="${wrong.password}" /></p></c:if>
<p class="help" id="password-help"><fmt:message key="account.password.help" /></p>
<label for="again"><fmt:message key="account.password.again" /></label>
<input id="again" name="again" type="password" autocomplete="new-password" required<c:if test="${not empty wrong.again}"> aria-invalid="true" aria-describedby="again-wrong"</c:if>>
<c:if test="${not empty wrong.again}"><p class="wrong" id="again-wrong"><c:out value="${wrong.again}" /></p></c:if>
<p class="help"><fmt:message key="account.password.note" /></p>
<sw:csrf />
<div><button class="main" type="submit"><fmt:message key="account.password.save" /></button></div>
</form>
</section>
<script src="${applicationScope.assets}/zone.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
