<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="nameOfA" required="true" %>
<%@ attribute name="nameOfB" required="true" %>
<%-- The heads of the columns of figures of two runs. --%>
<th scope="col" class="number">${nameOfA}</th><th scope="col" class="number">${nameOfB}</th><th scope="col" class="number"><fmt:message key="compare.difference" /></th><th scope="col" class="number"><fmt:message key="compare.percent" /></th>
