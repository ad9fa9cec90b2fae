<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="drafts.title" var="title" />
<c:set var="section" value="drafts" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="drafts.title" /></h1>
<p class="lead"><fmt:message key="drafts.lead" /></p>
<div class="ways">
<section class="card">
<h2><fmt:message key="drafts.nothing.title" /></h2>
<p><fmt:message key="drafts.nothing.text" /></p>
<form method="post" action="${root}/ui/drafts">
<sw:csrf /><input type="hidden" name="from" value="nothing">
<button class="main" type="submit"><fmt:message key="drafts.nothing.button" /></button>
</form>
</section>
<section class="card">
<h2><fmt:message key="drafts.template.title" /></h2>
<p><fmt:message key="drafts.template.text" /></p>
<p><a class="button" href="${root}/ui/templates"><fmt:message key="drafts.template.button" /></a></p>
</section>
<section class="card">
<h2><fmt:message key="drafts.job.title" /></h2>
<p><fmt:message key="drafts.job.text" /></p>
<p><a class="button" href="${root}/ui/jobs"><fmt:message key="drafts.job.button" /></a></p>
</section>
</div>
<section class="card">
<h2><fmt:message key="drafts.document.title" /></h2>
<p><fmt:message key="drafts.document.text" /></p>
<form method="post" action="${root}/ui/drafts" enctype="multipart/form-data" class="opening">
<sw:csrf /><input type="hidden" name="from" value="document">
<div class="field"><label for="document"><fmt:message key="drafts.document.file" /></label>
<sw:file id="document" largest="${largest}" limit="${limit}" accept=".xml,.jsdl,application/xml,text/xml" form="" help="drafts.document.help" /></div>
<details><summary><fmt:message key="drafts.document.paste" /></summary>
<div class="field"><label for="text"><fmt:message key="drafts.document.words" /></label>
<textarea id="text" name="text" rows="8" class="code" spellcheck="false" autocapitalize="none"></textarea></div></details>
<button type="submit"><fmt:message key="drafts.document.button" /></button>
</form>
</section>
<h2 class="list"><fmt:message key="drafts.list" /></h2>
<c:choose>
<c:when test="${empty drafts}"><p class="help"><fmt:message key="drafts.none" /></p></c:when>
<c:otherwise>
<section class="card flush">
<table class="stack">
<caption class="unseen"><fmt:message key="drafts.list" /></caption>
<thead><tr><th scope="col"><fmt:message key="drafts.name" /></th><th scope="col"><fmt:message key="drafts.changed" /></th><th scope="col"><fmt:message key="drafts.job" /></th><th scope="col"><span class="unseen"><fmt:message key="drafts.action" /></span></th></tr></thead>
<tbody>
<c:forEach var="row" items="${drafts}">
<tr>
<th scope="row"><a href="${root}/ui/drafts/${row.id}"><c:choose><c:when test="${empty row.name}"><fmt:message key="draft.unnamed" /></c:when><c:otherwise><c:out value="${row.name}" /></c:otherwise></c:choose></a></th>
<td data-label="<fmt:message key="drafts.changed" />"><time datetime="${row.changed.iso}">${row.changed.text}</time></td>
<td data-label="<fmt:message key="drafts.job" />"><c:if test="${not empty row.job}"><a href="${root}/ui/jobs/${row.job}"><code>${fn:substring(row.job, 0, 8)}&hellip;</code></a></c:if></td>
<td class="press"><details class="confirm"><summary><fmt:message key="drafts.remove" /></summary>
<form method="post" action="${root}/ui/drafts/${row.id}/remove">
<p><fmt:message key="drafts.remove.ask" /></p>
<sw:csrf />
<div class="actions"><button class="danger" type="submit"><fmt:message key="drafts.remove.yes" /></button><a class="button" href=""><fmt:message key="ops.stop.no" /></a></div>
</form></details></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
</c:otherwise>
</c:choose>
<script src="${applicationScope.assets}/files.js" defer></script>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
