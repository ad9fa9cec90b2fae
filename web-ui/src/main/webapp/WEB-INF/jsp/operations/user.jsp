<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<c:set var="title" value="${user.name}" />
<c:set var="section" value="operations" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<c:url var="at" value="/ui/operations/users/${user.name}" />
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/operations"><fmt:message key="ops.title" /></a> <span aria-hidden="true">/</span> <a href="${root}/ui/operations/users"><fmt:message key="ops.users" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><c:out value="${user.name}" /></span></nav>
<h1><c:out value="${user.name}" /></h1>
<c:if test="${not empty told}"><p class="note" role="status"><fmt:message key="${told}" /></p></c:if>
<section class="card"><h2><fmt:message key="users.roles" /></h2>
<c:if test="${empty user.roles}"><p class="note bad"><fmt:message key="users.shut.help" /></p></c:if>
<ul class="given">
<c:forEach var="role" items="${user.roles}">
<li><span><strong><fmt:message key="users.role.${role}" /></strong> <small><fmt:message key="users.role.${role}.help" /></small></span>
<c:if test="${user.changes}"><details class="confirm"><summary><fmt:message key="users.revoke" /><span class="unseen"> <fmt:message key="users.role.${role}" /></span></summary>
<form method="post" action="<c:out value="${at}" />/revoke">
<p><fmt:message key="users.revoke.role" /></p>
<input type="hidden" name="roles" value="${role}">
<sw:csrf />
<button class="danger" type="submit"><fmt:message key="users.revoke.yes" /></button>
</form></details></c:if></li>
</c:forEach>
</ul>
<c:if test="${user.changes and not empty user.moreRoles}">
<details class="confirm mild"><summary><fmt:message key="users.more.role" /></summary>
<form class="fields" method="post" action="<c:out value="${at}" />/grant">
<label for="more-roles"><fmt:message key="users.more.role.which"><fmt:param><c:out value="${user.name}" /></fmt:param></fmt:message></label>
<select id="more-roles" name="roles" required><option value=""><fmt:message key="users.choose" /></option><c:forEach var="role" items="${user.moreRoles}"><option value="${role}"><fmt:message key="users.role.${role}" /></option></c:forEach></select>
<p><fmt:message key="users.more.role.ask" /></p>
<sw:csrf />
<button class="main" type="submit"><fmt:message key="users.more.role.yes" /></button>
</form></details>
</c:if>
</section>
<section class="card"><h2><fmt:message key="users.grants" /></h2>
<p class="help"><fmt:message key="users.grants.help" /></p>
<ul class="given">
<c:forEach var="grant" items="${user.grants}">
<li><span><c:choose><c:when test="${grant.word eq 'all'}"><strong><fmt:message key="users.all" /></strong></c:when><c:otherwise><code><c:out value="${grant.word}" /></code></c:otherwise></c:choose><c:if test="${not grant.configured}"> <span class="badge blocked"><fmt:message key="ops.unconfigured" /></span></c:if></span>
<c:if test="${user.changes}"><details class="confirm"><summary><fmt:message key="users.revoke" /><span class="unseen"> <c:out value="${grant.word}" /></span></summary>
<form method="post" action="<c:out value="${at}" />/revoke">
<p><fmt:message key="users.revoke.grant" /></p>
<input type="hidden" name="grants" value="<c:out value="${grant.word}" />">
<sw:csrf />
<button class="danger" type="submit"><fmt:message key="users.revoke.yes" /></button>
</form></details></c:if></li>
</c:forEach>
</ul>
<c:if test="${empty user.grants}"><p><fmt:message key="users.none" /></p></c:if>
<c:if test="${user.changes and not empty user.moreGrants}">
<details class="confirm mild"><summary><fmt:message key="users.more.grant" /></summary>
<form class="fields" method="post" action="<c:out value="${at}" />/grant">
<label for="more-grants"><fmt:message key="users.more.grant.which"><fmt:param><c:out value="${user.name}" /></fmt:param></fmt:message></label>
<select id="more-grants" name="grants" required><option value=""><fmt:message key="users.choose" /></option><c:forEach var="word" items="${user.moreGrants}"><option value="<c:out value="${word}" />"><c:choose><c:when test="${word eq 'all'}"><fmt:message key="users.all" /></c:when><c:otherwise><c:out value="${word}" /></c:otherwise></c:choose></option></c:forEach></select>
<p><fmt:message key="users.more.grant.ask" /></p>
<sw:csrf />
<button class="main" type="submit"><fmt:message key="users.more.grant.yes" /></button>
</form></details>
</c:if>
</section>
<c:if test="${user.changes}">
<section class="card"><h2><fmt:message key="users.password" /></h2>
<details class="confirm mild"><summary><fmt:message key="users.password.set" /></summary>
<form class="fields" method="post" action="<c:out value="${at}" />/password">
<p><fmt:message key="users.password.ask" /></p>
<c:if test="${user.self}"><label for="current"><fmt:message key="users.password.current" /></label>
<input id="current" name="current" type="password" autocomplete="current-password" required></c:if>
<label for="password"><fmt:message key="users.password.new" /></label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="10" required aria-describedby="password-help">
<p id="password-help" class="help"><fmt:message key="users.password.help" /></p>
<sw:csrf />
<button class="main" type="submit"><fmt:message key="users.password.yes" /></button>
</form></details>
</section>
</c:if>
<c:if test="${user.changes and not user.self}">
<section class="card"><h2><fmt:message key="users.remove" /></h2>
<p class="help"><fmt:message key="users.remove.help" /></p>
<details class="confirm"><summary><fmt:message key="users.remove" /></summary>
<form method="post" action="<c:out value="${at}" />/remove">
<sw:csrf />
<button class="danger" type="submit"><fmt:message key="users.remove.yes" /></button>
</form></details>
</section>
</c:if>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
