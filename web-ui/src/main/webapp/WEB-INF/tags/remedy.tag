<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="text" required="true" %>
<%-- A remedy in words for the reader of a page, with code between backquotes. --%>
<sw:coded text="${applicationScope.words.remedy(text)}" />
