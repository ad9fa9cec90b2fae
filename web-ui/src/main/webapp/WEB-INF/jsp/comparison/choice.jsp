<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="compare.title" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<nav class="crumbs" aria-label="<fmt:message key="nav.crumbs" />"><a href="${root}/ui/jobs"><fmt:message key="jobs.title" /></a> <span aria-hidden="true">/</span> <span aria-current="page"><fmt:message key="compare.crumb" /></span></nav>
<section class="card narrow">
<h1><fmt:message key="compare.choose" /></h1>
<c:if test="${chosen gt 0}"><p class="note" role="status"><fmt:message key="compare.chosen"><fmt:param value="${chosen}" /></fmt:message></p></c:if>
<form class="fields" method="get" action="${root}/ui/compare">
<label for="a"><fmt:message key="compare.first" /></label>
<input id="a" name="a" value="<c:out value="${first}" />" required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false">
<label for="b"><fmt:message key="compare.second" /></label>
<input id="b" name="b" required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="main" type="submit"><fmt:message key="compare.go" /></button>
</form>
<p class="help"><fmt:message key="compare.help" /></p>
<p><a href="${root}/ui/jobs"><fmt:message key="problem.back" /></a></p>
</section>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
