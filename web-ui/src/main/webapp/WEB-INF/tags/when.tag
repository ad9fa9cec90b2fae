<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="when" required="true" type="java.lang.Object" %>
<%-- When a schedule fires. --%>
<c:choose>
<c:when test="${when.kind eq 'watched'}"><fmt:message key="when.watched"><fmt:param value="${fn:escapeXml(when.source)}" /><fmt:param value="${when.every}" /></fmt:message></c:when>
<c:otherwise><c:choose><c:when test="${empty when.days}"><fmt:message key="when.everyDay" /></c:when><c:otherwise><c:forEach var="day" items="${when.days}" varStatus="at"><c:if test="${not at.first}">, </c:if><fmt:message key="day.${day}" /></c:forEach></c:otherwise></c:choose>
<c:choose><c:when test="${when.kind eq 'daily'}"><fmt:message key="when.daily"><fmt:param value="${when.first}" /></fmt:message></c:when><c:otherwise><fmt:message key="when.repeated"><fmt:param value="${when.every}" /><fmt:param value="${when.first}" /><fmt:param value="${when.last}" /></fmt:message></c:otherwise></c:choose> <small>${when.zone}</small></c:otherwise>
</c:choose>
