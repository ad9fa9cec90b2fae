<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="login.title" var="title" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<section class="card narrow">
<h1><fmt:message key="login.title" /></h1>
<c:if test="${refused}"><p class="note bad" role="alert"><fmt:message key="login.refused" /></p></c:if>
<c:if test="${out}"><p class="note" role="status"><fmt:message key="login.out" /></p></c:if>
<form class="fields" method="post" action="${root}/login">
<label for="username"><fmt:message key="login.user" /></label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password"><fmt:message key="login.password" /></label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<sw:csrf />
<input type="hidden" name="to" value="<c:out value="${destination}" />">
<button class="main" type="submit"><fmt:message key="login.submit" /></button>
</form>
<p class="help"><fmt:message key="login.help" /></p>
</section>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
