<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="stop" required="true" type="java.lang.Object" %>
<%@ attribute name="words" required="true" %>
<%-- Who stopped a subject, since when and why, after the word for the stoppage. --%>
<span class="badge blocked">${words}</span>
<span class="by"><fmt:message key="ops.by" /> <c:out value="${stop.by}" />, <fmt:message key="ops.since" /> <time datetime="${stop.since.iso}">${stop.since.text}</time><c:if test="${not empty stop.reason}">: <q><c:out value="${stop.reason}" /></q></c:if></span>
