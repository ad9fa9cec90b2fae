<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="heading" required="true" %>
<%@ attribute name="steps" required="true" type="java.lang.Object" %>
<%-- The steps of one direction of staging. --%>
<section class="card"><h2>${heading}</h2>
<table class="stack">
<thead><tr>
<th scope="col"><fmt:message key="steps.name" /></th>
<th scope="col" class="number"><fmt:message key="steps.group" /></th>
<th scope="col"><fmt:message key="steps.place" /></th>
<th scope="col"><fmt:message key="steps.file" /></th>
<th scope="col" class="number"><fmt:message key="steps.bytes" /></th>
<th scope="col" class="number"><fmt:message key="steps.rows" /></th>
<th scope="col"><fmt:message key="steps.hash" /></th>
<th scope="col"><fmt:message key="steps.state" /></th>
</tr></thead>
<tbody>
<c:forEach var="step" items="${steps}">
<tr>
<th scope="row"><c:out value="${step.name}" /></th>
<td data-label="<fmt:message key="steps.group" />" class="number">${step.group}</td>
<td data-label="<fmt:message key="steps.place" />"><c:out value="${step.place}" /></td>
<td data-label="<fmt:message key="steps.file" />"><c:out value="${step.file.name}" /></td>
<td data-label="<fmt:message key="steps.bytes" />" class="number"><div>${step.file.bytes}<c:if test="${not empty step.motion.rate}"><small>${step.motion.rate}</small></c:if></div></td>
<td data-label="<fmt:message key="steps.rows" />" class="number">${step.file.rows}</td>
<td data-label="<fmt:message key="steps.hash" />"><c:if test="${not empty step.file.hash}"><code title="${step.file.hash}">${step.file.shortHash}</code></c:if></td>
<td data-label="<fmt:message key="steps.state" />"><div><span class="badge ${fn:toLowerCase(step.progress)}"><fmt:message key="step.${step.progress}" /></span>
<c:if test="${not empty step.motion.percent}"><progress max="100" value="${step.motion.percent}" aria-label="<fmt:message key="motion.progress"><fmt:param value="${fn:escapeXml(step.name)}" /></fmt:message>">${step.motion.percent} %</progress></c:if>
<c:if test="${not empty step.motion.left}"><small><fmt:message key="motion.about"><fmt:param value="${step.motion.left}" /></fmt:message></small></c:if>
<c:if test="${not empty step.motion}"><small><fmt:message key="motion.moved" /> <time datetime="${step.motion.moved.iso}">${step.motion.moved.text}</time></small></c:if></div></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
