<%@ include file="/WEB-INF/jspf/taglibs.jspf" %>
<fmt:message key="jobs.title" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/head.jspf" %>
<h1><fmt:message key="jobs.title" /></h1>
<%@ include file="/WEB-INF/jspf/filter.jspf" %>
<%@ include file="/WEB-INF/jspf/list.jspf" %>
<%@ include file="/WEB-INF/jspf/foot.jspf" %>
