<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="ops.users" var="title" />
<c:set var="section" value="operations" /><c:set var="tab" value="users" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/tabs.jspf" %>
<c:if test="${not empty told}"><p class="note" role="status"><fmt:message key="${told}" /></p></c:if>
<section class="card flush">
<table class="stack users">
<caption class="unseen"><fmt:message key="ops.users" /></caption>
<thead><tr>
<th scope="col"><fmt:message key="users.name" /></th>
<th scope="col"><fmt:message key="users.roles" /></th>
<th scope="col"><fmt:message key="users.grants" /></th>
</tr></thead>
<tbody>
<c:forEach var="user" items="${view.users}">
<tr>
<th scope="row"><c:url var="href" value="/ui/operations/users/${user.name}" /><a href="<c:out value="${href}" />"><c:out value="${user.name}" /></a></th>
<td data-label="<fmt:message key="users.roles" />"><c:choose><c:when test="${empty user.roles}"><span class="badge failed"><fmt:message key="users.shut" /></span></c:when><c:otherwise><span class="words"><c:forEach var="role" items="${user.roles}"><span class="badge"><fmt:message key="users.role.${role}" /></span> </c:forEach></span></c:otherwise></c:choose></td>
<td data-label="<fmt:message key="users.grants" />"><c:choose><c:when test="${empty user.grants}"><span class="help"><fmt:message key="users.none" /></span></c:when><c:otherwise><span class="words"><c:forEach var="grant" items="${user.grants}"><c:choose><c:when test="${grant.word eq 'all'}"><fmt:message key="users.all.short" /></c:when><c:otherwise><code><c:out value="${grant.word}" /></code></c:otherwise></c:choose> </c:forEach></span></c:otherwise></c:choose></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<c:if test="${view.changes}">
<section class="card" aria-labelledby="users-add">
<h2 id="users-add"><fmt:message key="users.add" /></h2>
<c:if test="${not empty view.problem}"><div class="note bad" role="alert"><p><c:out value="${view.problem.message}" /></p><p><strong><fmt:message key="problem.hint" /></strong> <sw:coded text="${view.problem.remedy().pages()}" /></p></div></c:if>
<form method="post" action="${root}/ui/operations/users">
<sw:csrf />
<div class="columns">
<div class="fields">
<label for="name"><fmt:message key="users.name" /></label>
<input id="name" name="name" value="<c:out value="${view.typed.name}" />" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required aria-describedby="name-help">
<p id="name-help" class="help"><fmt:message key="users.name.help" /></p>
<label for="password"><fmt:message key="users.password" /></label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="10" required aria-describedby="password-help">
<p id="password-help" class="help"><fmt:message key="users.password.help" /></p>
</div>
<div>
<fieldset class="checks"><legend><fmt:message key="users.roles" /></legend>
<c:forEach var="role" items="${fn:split('USER,OPERATOR,AUDITOR', ',')}"><c:set var="checked" value="" /><c:forEach var="one" items="${view.typed.roles}"><c:if test="${one eq role}"><c:set var="checked" value=" checked" /></c:if></c:forEach>
<label><input type="checkbox" name="roles" value="${role}"${checked}> <span><fmt:message key="users.role.${role}" /> <small><fmt:message key="users.role.${role}.help" /></small></span></label></c:forEach>
</fieldset>
<fieldset class="checks"><legend><fmt:message key="users.grants" /></legend>
<p class="help"><fmt:message key="users.grants.help" /></p>
<c:forEach var="place" items="${view.places}"><c:set var="checked" value="" /><c:forEach var="one" items="${view.typed.grants}"><c:if test="${one eq place}"><c:set var="checked" value=" checked" /></c:if></c:forEach>
<label><input type="checkbox" name="grants" value="<c:out value="${place}" />"${checked}> <span><c:choose><c:when test="${place eq 'all'}"><fmt:message key="users.all" /></c:when><c:otherwise><code><c:out value="${place}" /></code></c:otherwise></c:choose></span></label></c:forEach>
</fieldset>
</div>
</div>
<button class="main" type="submit"><fmt:message key="users.add.yes" /></button>
</form>
</section>
</c:if>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
