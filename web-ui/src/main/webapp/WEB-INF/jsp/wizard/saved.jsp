<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/wizard/head.jspf" %>
<section class="card narrow">
<h1><fmt:message key="saved.title" /></h1>
<p class="note good" role="status"><fmt:message key="saved.text" /></p>
<p><a class="button main" href="${root}/ui/jobs/${token}"><fmt:message key="saved.job" /></a></p>
<p><a id="download" download href="${root}/ui/drafts/${draft.id}/document"><fmt:message key="saved.file" /></a></p>
</section>
<%@ include file="/WEB-INF/jspf/wizard/foot.jspf" %>
