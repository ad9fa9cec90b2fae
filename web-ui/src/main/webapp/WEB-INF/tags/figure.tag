<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="figure" required="true" type="java.lang.Object" %>
<%-- The numbers of a figure, as cells of a table. --%>
<td data-label="<fmt:message key="figures.value" />" class="number strong">${figure.value}</td>
<td data-label="<fmt:message key="figures.interval" />" class="number"><c:if test="${not empty figure.lower}">${figure.lower} &hellip; ${figure.upper}</c:if></td>
