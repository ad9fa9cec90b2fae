<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="standing" required="true" type="java.lang.Object" %>
<%-- Where a job of a list stands. --%>
<span class="badge ${fn:toLowerCase(standing.badge)}"><fmt:message key="badge.${standing.badge}" /></span><c:if test="${standing.held and standing.badge ne 'HELD'}"> <span class="badge held"><fmt:message key="badge.HELD" /></span></c:if><c:if test="${not empty standing.waits}"> <small class="said"><c:out value="${standing.waits}" /></small></c:if>
