<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="graph" required="true" type="java.lang.Object" %>
<%-- A card with the graph of a stream application. The scrolling box outlives its parts. --%>
<section class="card"><h2><fmt:message key="graph.title" /> <small>${graph.name}</small></h2>
<c:if test="${not empty graph.picture}"><div class="scroll graph" tabindex="0" role="region" aria-label="<fmt:message key="graph.title" />"><div id="part-graph" data-part>
<%@ include file="/WEB-INF/jspf/graph/picture.jspf" %>
</div></div>
<p class="help"><fmt:message key="graph.legend" /></p></c:if>
<div id="part-graph-tables" data-part>
<%@ include file="/WEB-INF/jspf/graph/tables.jspf" %>
</div>
</section>
