<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="parts" required="true" type="java.lang.Object" %>
<%-- The texts of a job, part by part. --%>
<c:forEach var="part" items="${parts}">
<section class="part">
<h3><fmt:message key="part.${part.kind}" /><c:if test="${not empty part.name}"> <small><c:out value="${part.name}" /></small></c:if></h3>
<dl class="texts">
<c:forEach var="text" items="${part.texts}"><div><dt><fmt:message key="text.${text.field}" /></dt><dd><pre><c:out value="${text.shown()}" /></pre></dd></div></c:forEach>
</dl>
</section>
</c:forEach>
