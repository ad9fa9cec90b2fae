<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="list" required="true" type="java.lang.Object" %>
<%@ attribute name="facts" required="true" type="java.util.Map" %>
<%@ attribute name="heads" required="true" type="java.util.Map" %>
<%@ attribute name="columns" required="true" type="java.util.Set" %>
<%@ attribute name="order" %>
<%@ attribute name="matching" type="java.lang.Boolean" %>
<%-- A page of the list of jobs, as a table in a form: with the chosen jobs, something can be done. The page of all
     matching jobs has all of them ticked. --%>
<c:set var="root" value="${pageContext.request.contextPath}" />
<c:set var="runTime" value="${columns.contains('RUN_TIME')}" />
<c:set var="progress" value="${columns.contains('PROGRESS')}" />
<c:set var="reason" value="${columns.contains('REASON')}" />
<c:set var="template" value="${columns.contains('TEMPLATE')}" />
<section class="card flush">
<table class="jobs stack">
<caption class="unseen"><fmt:message key="jobs.title" /></caption>
<thead><tr>
<th scope="col" class="tick"><span class="unseen"><fmt:message key="jobs.tick" /></span></th>
<sw:sorted head="${heads['name']}" words="jobs.name" />
<sw:sorted head="${heads['status']}" words="jobs.status" />
<sw:sorted head="${heads['phase']}" words="jobs.phase" />
<c:if test="${progress}"><sw:sorted head="${heads['progress']}" words="jobs.progress" /></c:if>
<c:if test="${reason}"><sw:sorted head="${heads['reason']}" words="jobs.reason" /></c:if>
<c:if test="${template}"><sw:sorted head="${heads['template']}" words="jobs.template" /></c:if>
<sw:sorted head="${heads['owner']}" words="jobs.owner" />
<c:if test="${runTime}"><sw:sorted head="${heads['run-time']}" words="jobs.runTime" number="true" /></c:if>
<sw:sorted head="${heads['accepted']}" words="jobs.age" number="true" />
</tr></thead>
<tbody>
<c:forEach var="row" items="${list.rows}"><c:set var="fact" value="${facts[row.token]}" />
<tr>
<td class="tick"><input type="checkbox" name="job" value="${row.token}"<c:if test="${matching}"> checked</c:if> aria-label="<fmt:message key="jobs.tick.one"><fmt:param value="${fn:escapeXml(row.name)}" /></fmt:message>"></td>
<th scope="row"><a href="${root}/ui/jobs/${row.token}"><c:out value="${row.name}" /></a><c:if test="${row.element gt 0}"><span class="element"><fmt:message key="job.element"><fmt:param value="${row.element}" /></fmt:message> <a href="${root}/ui/jobs/${row.group}"><fmt:message key="jobs.group" /></a></span></c:if><span class="token">${row.token}</span></th>
<td data-label="<fmt:message key="jobs.status" />"><sw:standing standing="${row.standing}" /></td>
<td data-label="<fmt:message key="jobs.phase" />"><fmt:message key="state.${row.standing.state}" /></td>
<c:if test="${progress}"><td data-label="<fmt:message key="jobs.progress" />"><c:if test="${not empty fact.share}"><div class="share"><progress max="100" value="${fact.done}" aria-label="<fmt:message key="jobs.progress.of"><fmt:param value="${fn:escapeXml(row.name)}" /></fmt:message>"></progress> ${fact.share}</div></c:if></td></c:if>
<c:if test="${reason}"><td class="values" data-label="<fmt:message key="jobs.reason" />"><c:out value="${fact.reason}" /></td></c:if>
<c:if test="${template}"><td class="values" data-label="<fmt:message key="jobs.template" />"><c:if test="${not empty fact.template}"><div><c:out value="${fact.template}" /><c:if test="${not empty fact.values}"> <small><c:out value="${fact.values}" /></small></c:if></div></c:if></td></c:if>
<td data-label="<fmt:message key="jobs.owner" />"><c:out value="${row.owner}" /></td>
<c:if test="${runTime}"><td data-label="<fmt:message key="jobs.runTime" />" class="number"><c:if test="${not empty fact.lasted}"><c:choose><c:when test="${fact.running}"><fmt:message key="jobs.soFar"><fmt:param value="${fact.lasted}" /></fmt:message></c:when><c:otherwise>${fact.lasted}</c:otherwise></c:choose></c:if></td></c:if>
<td data-label="<fmt:message key="jobs.age" />" class="number"><time datetime="${row.accepted.iso}" title="${row.accepted.text}"><fmt:message key="jobs.ago"><fmt:param value="${row.age}" /></fmt:message></time></td>
</tr>
</c:forEach>
</tbody>
</table>
</section>
<div class="after acts"><label class="choose-all" hidden><input type="checkbox" id="choose-all"> <span><fmt:message key="jobs.tick.all" /></span></label>
<c:if test="${not matching}"><button type="submit" name="act" value="COMPARE"><fmt:message key="jobs.compare" /></button></c:if>
<button type="submit" name="act" value="DOWNLOAD" title="<fmt:message key="chosen.download.help" />"><fmt:message key="chosen.DOWNLOAD" /></button>
<c:if test="${pageContext.request.isUserInRole('USER') or pageContext.request.isUserInRole('OPERATOR')}">
<button type="submit" name="act" value="RETRY" title="<fmt:message key="job.retry.help" />"><fmt:message key="chosen.RETRY" /></button>
<button type="submit" name="act" value="HOLD" title="<fmt:message key="job.hold.help" />"><fmt:message key="chosen.HOLD" /></button>
<button type="submit" name="act" value="RELEASE" title="<fmt:message key="job.release.help" />"><fmt:message key="chosen.RELEASE" /></button>
<details class="confirm"><summary><fmt:message key="chosen.CANCEL" /></summary>
<div class="asks"><p><fmt:message key="chosen.cancel.ask" /></p><button class="danger" type="submit" name="act" value="CANCEL"><fmt:message key="chosen.cancel.yes" /></button></div></details>
</c:if>
</div>
<c:if test="${not matching}">
<p class="help"><fmt:message key="jobs.tick.help" /><c:if test="${list.pages gt 1}"> <a href="${root}/ui/jobs/matching?<c:out value="${list.query}" />"><fmt:message key="jobs.matching"><fmt:param value="${list.count}" /></fmt:message></a></c:if></p>
<sw:pages list="${list}" pagesAt="${root}/ui/jobs" order="${order}" />
</c:if>
