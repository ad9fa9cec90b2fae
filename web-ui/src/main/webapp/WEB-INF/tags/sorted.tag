<%@ tag body-content="empty" trimDirectiveWhitespaces="true" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="head" required="true" type="java.lang.Object" %>
<%@ attribute name="words" required="true" %>
<%@ attribute name="number" type="java.lang.Boolean" %>
<%-- The head of a column, which leads to the list in the order of that column. --%>
<c:set var="query"><c:out value="${head.query}" /></c:set>
<th scope="col"<c:if test="${number}"> class="number"</c:if><c:if test="${not empty head.sorted}"> aria-sort="${head.sorted}"</c:if>><a class="sort" href="${pageContext.request.contextPath}/ui/jobs?${query}page=1"><fmt:message key="${words}" /></a></th>
