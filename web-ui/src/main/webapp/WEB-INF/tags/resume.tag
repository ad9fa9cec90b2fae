<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="subject" required="true" %>
<%@ attribute name="name" %>
<%-- Resumes a stopped subject. A name tells the buttons of several subjects apart. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<form method="post" action="${root}/ui/operations/resume">
<input type="hidden" name="subject" value="<c:out value="${subject}" />">
<sw:csrf />
<button id="resume-<c:out value="${subject}" />" type="submit"><fmt:message key="ops.resume" /><c:if test="${not empty name}"><span class="unseen"> <c:out value="${name}" /></span></c:if></button>
</form>
