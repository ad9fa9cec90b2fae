<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="jobs.title" var="title" />
<c:set var="section" value="jobs" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<h1><fmt:message key="jobs.title" /></h1>
<%@ include file="/WEB-INF/jspf/jobs/filter.jspf" %>
<%@ include file="/WEB-INF/jspf/jobs/list.jspf" %>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
