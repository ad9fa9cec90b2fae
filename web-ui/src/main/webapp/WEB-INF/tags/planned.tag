<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="direction" required="true" %>
<%@ attribute name="steps" required="true" type="java.lang.Object" %>
<%-- The planned steps of one direction, each with what it would meet. --%>
<section class="card flush"><h2 class="inside"><fmt:message key="review.plan.${direction}" /></h2>
<c:choose>
<c:when test="${empty steps}"><p class="help nothing"><fmt:message key="review.plan.none.${direction}" /></p></c:when>
<c:otherwise>
<table class="stack plan"><caption class="unseen"><fmt:message key="review.plan.${direction}" /></caption>
<thead><tr><th scope="col"><fmt:message key="steps.name" /></th><th scope="col"><fmt:message key="steps.place" /></th><th scope="col"><fmt:message key="steps.file" /></th><th scope="col" class="number"><fmt:message key="steps.group" /></th><th scope="col" class="number"><fmt:message key="review.size" /></th><th scope="col"><fmt:message key="review.time.title" /></th></tr></thead>
<tbody>
<c:forEach var="step" items="${steps}">
<tr>
<th scope="row"><c:out value="${step.name}" /></th>
<td data-label="<fmt:message key="steps.place" />"><c:out value="${step.place}" /></td>
<td data-label="<fmt:message key="steps.file" />"><c:out value="${step.file}" /></td>
<td data-label="<fmt:message key="steps.group" />" class="number">${step.group}</td>
<td data-label="<fmt:message key="review.size" />" class="number"><div>${step.expected.size}<c:if test="${not empty step.expected.rows}"><small><fmt:message key="review.rows"><fmt:param value="${step.expected.rows}" /></fmt:message></small></c:if></div></td>
<td data-label="<fmt:message key="review.time.title" />"><div><c:out value="${step.expected.time}" /><c:if test="${not empty step.expected.basis}"><small><c:out value="${step.expected.basis}" /></small></c:if></div></td>
</tr>
<c:if test="${not empty step.problems or not empty step.notes}">
<tr class="below"><td colspan="6"><c:forEach var="problem" items="${step.problems}"><sw:obstacle problem="${problem}" /></c:forEach>
<c:forEach var="note" items="${step.notes}"><p class="help"><c:out value="${note}" /></p></c:forEach></td></tr>
</c:if>
</c:forEach>
</tbody></table>
</c:otherwise>
</c:choose>
</section>
