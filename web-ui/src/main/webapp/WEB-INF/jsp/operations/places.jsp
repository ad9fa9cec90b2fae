<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="ops.places" var="title" />
<c:set var="section" value="operations" /><c:set var="tab" value="places" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/tabs.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/places.jspf" %>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
