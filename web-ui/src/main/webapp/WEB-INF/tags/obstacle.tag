<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="problem" required="true" type="java.lang.Object" %>
<%-- A problem that stands against a job. --%>
<div class="note bad"><p><strong><c:out value="${problem.message()}" /></strong></p><c:if test="${not empty problem.detail()}"><pre class="detail"><c:out value="${problem.detail()}" /></pre></c:if>
<p><sw:coded text="${problem.remedy().pages()}" /></p></div>
