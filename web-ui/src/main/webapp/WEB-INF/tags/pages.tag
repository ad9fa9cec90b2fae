<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="list" required="true" type="java.lang.Object" %>
<%@ attribute name="pagesAt" required="true" %>
<%@ attribute name="order" required="true" %>
<%-- Leads from page to page of a list. The words for the pages depend on the order. --%>
<c:set var="query"><c:out value="${list.query}" /></c:set>
<nav class="pages" aria-label="<fmt:message key="jobs.pages" />">
<c:choose><c:when test="${list.page gt 1}"><a rel="prev" href="${pagesAt}?${query}page=${list.page - 1}"><fmt:message key="pages.${order}.before" /></a></c:when>
<c:otherwise><span></span></c:otherwise></c:choose>
<span><c:choose><c:when test="${list.pages eq 1}"><fmt:message key="jobs.page.one"><fmt:param value="${list.count}" /></fmt:message></c:when><c:otherwise><fmt:message key="jobs.page"><fmt:param value="${list.page}" /><fmt:param value="${list.pages}" /><fmt:param value="${list.count}" /></fmt:message></c:otherwise></c:choose></span>
<c:choose><c:when test="${list.page lt list.pages}"><a rel="next" href="${pagesAt}?${query}page=${list.page + 1}"><fmt:message key="pages.${order}.after" /></a></c:when>
<c:otherwise><span></span></c:otherwise></c:choose>
</nav>
