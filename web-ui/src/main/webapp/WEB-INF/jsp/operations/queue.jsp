<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="ops.queue" var="title" />
<c:set var="section" value="operations" /><c:set var="tab" value="queue" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/tabs.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/queue.jspf" %>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
