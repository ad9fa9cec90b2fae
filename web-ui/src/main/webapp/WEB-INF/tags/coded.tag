<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="text" required="true" %>
<%-- A text with code between backquotes. The blank in front makes each second part of the split text code. --%>
<c:forEach items="${fn:split(' '.concat(text), '`')}" var="part" varStatus="half"><c:choose><c:when test="${half.index % 2 eq 1}"><code><c:out value="${part}" /></code></c:when><c:otherwise><c:out value="${part}" /></c:otherwise></c:choose></c:forEach>
