<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<fmt:message key="problem.title" var="title" />
<%@ include file="/WEB-INF/jspf/frame/head.jspf" %>
<section class="card narrow">
<p class="eyebrow">${status}</p>
<c:choose>
<c:when test="${not empty problem}">
<h1 class="small"><c:out value="${problem.message}" /></h1>
<c:if test="${not empty problem.detail}"><pre class="detail"><c:out value="${problem.detail}" /></pre></c:if>
<p class="hint"><strong><fmt:message key="problem.hint" /></strong> <sw:coded text="${problem.remedy().pages()}" /></p>
</c:when>
<c:when test="${not empty reference}">
<h1 class="small"><fmt:message key="problem.unknown" /></h1>
<p><fmt:message key="problem.reference" /> <code class="whole">${reference}</code></p>
</c:when>
<c:when test="${status eq 403}"><h1 class="small"><fmt:message key="problem.403" /></h1><p class="hint"><fmt:message key="problem.403.hint" /></p></c:when>
<c:when test="${status eq 404}"><h1 class="small"><fmt:message key="problem.404" /></h1><p class="hint"><fmt:message key="problem.404.hint" /></p></c:when>
<c:when test="${status eq 503}"><h1 class="small"><fmt:message key="problem.503" /></h1><p class="hint"><fmt:message key="problem.503.hint" /></p></c:when>
<c:when test="${status lt 500}"><h1 class="small"><fmt:message key="problem.4xx" /></h1><p class="hint"><fmt:message key="problem.4xx.hint" /></p></c:when>
<c:otherwise><h1 class="small"><fmt:message key="problem.unknown" /></h1><p class="hint"><fmt:message key="problem.5xx.hint" /></p></c:otherwise>
</c:choose>
<p><a href="${root}/ui/jobs"><fmt:message key="problem.back" /></a></p>
</section>
<%@ include file="/WEB-INF/jspf/frame/foot.jspf" %>
