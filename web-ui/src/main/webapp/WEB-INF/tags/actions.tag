<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="actions" required="true" type="java.lang.Object" %>
<%@ attribute name="token" required="true" %>
<%@ attribute name="once" required="true" %>
<%@ attribute name="cancelWords" required="true" %>
<%@ attribute name="cancelYes" required="true" %>
<%-- What a user may do with a job or a group; the words of its end differ. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<c:set var="at" value="${root}/ui/jobs/${token}" />
<c:if test="${actions.hold}">
<form method="post" action="${at}/hold">
<sw:csrf />
<button type="submit" title="<fmt:message key="job.hold.help" />"><fmt:message key="job.hold" /></button>
</form>
</c:if>
<c:if test="${actions.release}">
<form method="post" action="${at}/release">
<sw:csrf />
<button type="submit" title="<fmt:message key="job.release.help" />"><fmt:message key="job.release" /></button>
</form>
</c:if>
<c:if test="${actions.retry}">
<form method="post" action="${at}/retry">
<input type="hidden" name="once" value="<c:out value="${once}" />">
<sw:csrf />
<button type="submit" title="<fmt:message key="job.retry.help" />"><fmt:message key="job.retry" /></button>
</form>
</c:if>
<c:if test="${actions.change}">
<form method="post" action="${root}/ui/drafts">
<input type="hidden" name="from" value="job">
<input type="hidden" name="token" value="${token}">
<sw:csrf />
<button type="submit" title="<fmt:message key="job.change.help" />"><fmt:message key="job.change" /></button>
</form>
<form method="post" action="${root}/ui/templates">
<input type="hidden" name="from" value="job">
<input type="hidden" name="token" value="${token}">
<sw:csrf />
<button type="submit" title="<fmt:message key="job.template.help" />"><fmt:message key="job.template" /></button>
</form>
</c:if>
<c:if test="${actions.cancel}">
<details class="confirm"><summary>${cancelWords}</summary>
<form method="post" action="${at}/cancel">
<p><fmt:message key="job.cancel.ask" /></p>
<sw:csrf />
<button class="danger" type="submit">${cancelYes}</button>
</form></details>
</c:if>
