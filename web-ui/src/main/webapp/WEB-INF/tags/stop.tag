<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="subject" required="true" %>
<%@ attribute name="id" required="true" %>
<%@ attribute name="words" required="true" %>
<%@ attribute name="ask" required="true" %>
<%@ attribute name="yes" required="true" %>
<%-- Asks before a subject is stopped: the words of the button, of the question and of the answer. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<details class="confirm"><summary id="stop-<c:out value="${id}" />">${words}</summary>
<form class="fields" method="post" action="${root}/ui/operations/stop">
<p>${ask}</p>
<label for="reason-<c:out value="${id}" />"><fmt:message key="ops.reason" /></label>
<input id="reason-<c:out value="${id}" />" name="reason" maxlength="200" autocomplete="off">
<input type="hidden" name="subject" value="<c:out value="${subject}" />">
<sw:csrf />
<div class="actions"><button class="danger" type="submit">${yes}</button><a class="button" href=""><fmt:message key="ops.stop.no" /></a></div>
</form></details>
