<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="days" required="true" %>
<%-- The days that a figure looks ahead; nothing without days. --%>
<c:if test="${not empty days}"> <span class="level"><fmt:message key="figures.horizon"><fmt:param value="${fn:escapeXml(days)}" /></fmt:message></span></c:if>
