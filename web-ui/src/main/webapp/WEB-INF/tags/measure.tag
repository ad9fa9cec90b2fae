<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="figure" required="true" type="java.lang.Object" %>
<%-- The name of a measure and its horizon. --%>
<c:choose><c:when test="${figure.known}"><fmt:message key="measure.${figure.measure}" /></c:when><c:otherwise><c:out value="${figure.measure}" /></c:otherwise></c:choose><sw:horizon days="${figure.horizon}" />
