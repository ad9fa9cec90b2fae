<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/wizard/head.jspf" %>
<div class="making">
<form id="page" method="post" action="${root}/ui/drafts/${draft.id}/${draft.page}" data-draft novalidate>
<%@ include file="/WEB-INF/jspf/wizard/hidden.jspf" %>
<input type="hidden" name="shown" value="true">
<button class="unseen" type="submit" name="go" value="next" tabindex="-1" aria-hidden="true"></button>
<%@ include file="/WEB-INF/jspf/wizard/pages.jspf" %>
<div>
<h1><c:out value="${pageName}" /></h1>
<p class="lead"><fmt:message key="lead.${draft.page}" /></p>
<c:if test="${checked}"><p class="note good" role="status"><fmt:message key="page.good" /></p></c:if>
<c:forEach var="problem" items="${whole}"><p class="note bad" role="alert"><strong><c:out value="${problem.message()}" />.</strong> <c:out value="${problem.hint()}" /></p></c:forEach>
<c:if test="${pairs}"><p class="note"><strong><fmt:message key="arguments.pairs" /></strong></p></c:if>
<c:forEach var="problem" items="${obstacles}"><sw:obstacle problem="${problem}" /></c:forEach>
<c:if test="${not empty graph}"><p class="help"><fmt:message key="graph.kept" /></p><sw:graph graph="${graph}" /></c:if>
<c:if test="${kinds ne null}">
<section class="card flush">
<c:choose>
<c:when test="${empty steps}"><p class="help nothing"><fmt:message key="steps.none.${draft.page}" /></p></c:when>
<c:otherwise>
<table class="stack">
<caption class="unseen"><c:out value="${pageName}" /></caption>
<thead><tr><th scope="col"><fmt:message key="steps.name" /></th><th scope="col"><fmt:message key="steps.kind" /></th><th scope="col"><fmt:message key="steps.place" /></th><th scope="col"><fmt:message key="steps.file" /></th><th scope="col" class="number"><fmt:message key="steps.group" /></th><th scope="col"><fmt:message key="steps.check" /></th></tr></thead>
<tbody>
<c:forEach var="step" items="${steps}">
<tr>
<th scope="row"><a href="${root}/ui/drafts/${draft.id}/steps/${step.number}"><c:choose><c:when test="${empty step.name}"><fmt:message key="step.unnamed" /></c:when><c:otherwise><c:out value="${step.name}" /></c:otherwise></c:choose></a></th>
<td data-label="<fmt:message key="steps.kind" />"><fmt:message key="kind.${step.kind}" /></td>
<td data-label="<fmt:message key="steps.place" />"><c:out value="${step.place}" /></td>
<td data-label="<fmt:message key="steps.file" />"><c:out value="${step.file}" /></td>
<td data-label="<fmt:message key="steps.group" />" class="number"><c:out value="${step.group}" /></td>
<td data-label="<fmt:message key="steps.check" />"><c:choose><c:when test="${step.sound}"><span class="badge done"><fmt:message key="step.sound" /></span></c:when><c:otherwise><span class="badge held"><fmt:message key="step.open" /></span></c:otherwise></c:choose></td>
</tr>
</c:forEach>
</tbody>
</table>
</c:otherwise>
</c:choose>
</section>
</c:if>
<c:if test="${not empty fields}">
<c:choose>
<c:when test="${kinds ne null}">
<details class="card fieldset"<c:if test="${not empty fields[0].value or not empty fields[0].message}"> open</c:if>><summary><h2><fmt:message key="snapshots.title" /></h2></summary>
<sw:fields fields="${fields}" />
</details>
</c:when>
<c:otherwise>
<section class="card fieldset">
<sw:fields fields="${fields}" />
</section>
</c:otherwise>
</c:choose>
</c:if>
<c:if test="${not empty results}">
<section class="card"><h2><fmt:message key="result.title" /></h2><p class="help"><fmt:message key="result.help" /></p>
<c:forEach var="row" items="${results}"><div class="result"><div class="inrow"><sw:fields fields="${row.fields}" /></div>
<details<c:if test="${row.open}"> open</c:if>><summary><fmt:message key="result.axes" /></summary><p class="help"><fmt:message key="result.axes.help" /></p><div class="inrow"><sw:fields fields="${row.axes}" /></div></details></div></c:forEach>
</section>
</c:if>
<div class="moves">
<button type="submit" name="go" value="check"><fmt:message key="page.save" /></button>
<button class="main" type="submit" name="go" value="next"><fmt:message key="page.next" /></button>
</div>
</div>
</form>
<c:if test="${kinds ne null}">
<section class="adding" aria-labelledby="adding"><h2 id="adding"><fmt:message key="adding.${draft.page}" /></h2>
<div class="kinds">
<c:forEach var="kind" items="${kinds}">
<form method="post" action="${root}/ui/drafts/${draft.id}/steps">
<%@ include file="/WEB-INF/jspf/wizard/hidden.jspf" %>
<button type="submit" name="kind" value="${kind}"><strong><fmt:message key="kind.${kind}" /></strong><span><fmt:message key="about.${kind}" /></span></button>
</form>
</c:forEach>
</div>
<c:if test="${not empty placeless}"><p class="help"><c:set var="names"><c:forEach var="kind" items="${placeless}" varStatus="at"><fmt:message key="kind.${kind}" /><c:if test="${not at.last}">, </c:if></c:forEach></c:set><fmt:message key="adding.nothing"><fmt:param value="${names}" /></fmt:message></p></c:if>
</section>
</c:if>
</div>
<%@ include file="/WEB-INF/jspf/wizard/foot.jspf" %>
