<%@ tag body-content="empty" trimDirectiveWhitespaces="true" %>
<%-- The field that proves that a form came from a page of this service. The file ends without a line feed, because a
line feed at the end would stand in the page. --%>
<input type="hidden" name="${_csrf.parameterName}" value="${_csrf.token}">