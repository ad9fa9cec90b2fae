<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/wizard/head.jspf" %>
<fmt:message key="kind.${step.kind}" var="kindName" />
<div class="making">
<form id="page" method="post" action="${root}/ui/drafts/${draft.id}/steps/${step.number}" data-draft novalidate>
<%@ include file="/WEB-INF/jspf/wizard/hidden.jspf" %>
<input type="hidden" name="steps/${step.number}/shown" value="true">
<input type="hidden" name="kind" value="${step.kind}">
<input type="hidden" name="was" value="<c:out value="${step.name}" />" data-name-of-step>
<button class="unseen" type="submit" name="go" value="done" tabindex="-1" aria-hidden="true"></button>
<%@ include file="/WEB-INF/jspf/wizard/pages.jspf" %>
<div>
<h1><c:out value="${kindName}" /></h1>
<p class="lead"><fmt:message key="about.${step.kind}" /></p>
<c:if test="${checked and empty look}"><p class="note good" role="status"><fmt:message key="step.good" /></p></c:if>
<c:forEach var="problem" items="${whole}"><p class="note bad" role="alert"><strong><c:out value="${problem.message()}" />.</strong> <c:out value="${problem.hint()}" /></p></c:forEach>
<section class="card fieldset"><h2><fmt:message key="step.main" /></h2>
<c:if test="${step.uploads}">
<div class="field"><label for="upload"><fmt:message key="upload.file" /></label><sw:file id="upload" largest="${largest}" limit="${limit}" accept="" form="uploading" help="upload.help" />
<p><c:choose><c:when test="${empty step.upload}"><fmt:message key="upload.none" /></c:when><c:otherwise><fmt:message key="upload.there" /> <code class="whole"><c:out value="${step.upload}" /></code></c:otherwise></c:choose></p>
<button form="uploading" type="submit"><fmt:message key="upload.button" /></button></div>
</c:if>
<sw:fields fields="${step.main}" />
<c:if test="${step.login}">
<div class="field"><label for="password"><fmt:message key="label.password" /> <span class="optional"><fmt:message key="field.optional" /></span></label>
<input type="password" id="password" name="password" autocomplete="new-password" aria-describedby="password-help">
<p class="help" id="password-help"><c:choose><c:when test="${step.sealed}"><fmt:message key="help.password.kept" /></c:when><c:otherwise><fmt:message key="help.password" /></c:otherwise></c:choose></p></div>
</c:if>
<c:if test="${step.tryable}"><div class="moves start"><button type="submit" name="go" value="try"><fmt:message key="step.try.${step.kind eq 'sql-extract' ? 'sql' : 'place'}" /></button><p class="help"><fmt:message key="step.try.help" /></p></div></c:if>
</section>
<c:if test="${not empty look}"><%@ include file="/WEB-INF/jspf/wizard/look.jspf" %></c:if>
<section class="card fieldset"><h2><fmt:message key="step.order" /></h2>
<sw:fields fields="${step.order}" />
</section>
<c:if test="${not empty step.contract}">
<details class="card fieldset"<c:if test="${step.bound}"> open</c:if>><summary><h2><fmt:message key="step.contract" /></h2></summary>
<p class="help"><fmt:message key="step.contract.help" /></p>
<sw:fields fields="${step.contract}" />
</details>
</c:if>
<div class="moves">
<button class="remove" type="submit" name="go" value="remove"><fmt:message key="step.remove" /></button>
<button type="submit" name="go" value="check"><fmt:message key="page.save" /></button>
<button class="main" type="submit" name="go" value="done"><fmt:message key="step.done" /></button>
</div>
</div>
</form>
<c:if test="${step.uploads}">
<form id="uploading" method="post" action="${root}/ui/drafts/${draft.id}/steps/${step.number}/upload" enctype="multipart/form-data">
<%@ include file="/WEB-INF/jspf/wizard/hidden.jspf" %>
</form>
</c:if>
</div>
<%@ include file="/WEB-INF/jspf/wizard/foot.jspf" %>
