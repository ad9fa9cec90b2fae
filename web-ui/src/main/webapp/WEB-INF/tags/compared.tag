<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="figure" required="true" type="java.lang.Object" %>
<%@ attribute name="nameOfA" required="true" %>
<%@ attribute name="nameOfB" required="true" %>
<%-- The numbers of a figure of two runs, as cells of a table. --%>
<td data-label="${nameOfA}" class="number">${figure.numbers.a}</td>
<td data-label="${nameOfB}" class="number">${figure.numbers.b}</td>
<td data-label="<fmt:message key="compare.difference" />" class="number strong">${figure.numbers.difference}</td>
<td data-label="<fmt:message key="compare.percent" />" class="number">${figure.numbers.percent}</td>
