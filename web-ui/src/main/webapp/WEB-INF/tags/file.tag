<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="id" required="true" %>
<%@ attribute name="form" required="true" %>
<%@ attribute name="accept" required="true" %>
<%@ attribute name="help" required="true" %>
<%@ attribute name="largest" required="true" type="java.lang.Long" %>
<%@ attribute name="limit" required="true" %>
<%-- A field for a file, with its limit in bytes and in words. A field outside its form names the form and must be filled in. --%>
<input type="file" id="${id}" name="${id}"<c:if test="${not empty form}"> form="${form}" required</c:if><c:if test="${not empty accept}"> accept="${accept}"</c:if> aria-describedby="${id}-help ${id}-problem" data-largest="${largest}" data-large="<fmt:message key="upload.large"><fmt:param value="@size" /><fmt:param value="${limit}" /></fmt:message>">
<p class="help" id="${id}-help"><fmt:message key="${help}"><fmt:param value="${limit}" /></fmt:message></p>
<p class="fault" id="${id}-problem" role="alert"></p>
