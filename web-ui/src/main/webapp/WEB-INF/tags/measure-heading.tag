<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="measure" required="true" type="java.lang.Object" %>
<%@ attribute name="columns" required="true" %>
<%-- The heading of one measure by desks, over so many columns. --%>
<tr class="group"><th colspan="${columns}" scope="rowgroup"><sw:measure figure="${measure}" /> <c:if test="${not empty measure.confidence}"><span class="level">${measure.confidence}</span></c:if></th></tr>
