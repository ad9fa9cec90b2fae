<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="gantt" required="true" type="java.lang.Object" %>
<%@ attribute name="suffix" %>
<%-- The phases of a job over time. The suffix tells the ids of two such pictures on one page apart. --%>
<div class="picture"><svg class="chart gantt" viewBox="0 0 760 ${gantt.floor + 30}" role="img" aria-labelledby="gantt-title${suffix} gantt-desc${suffix}">
<title id="gantt-title${suffix}"><fmt:message key="gantt.title" /></title>
<desc id="gantt-desc${suffix}"><c:forEach var="row" items="${gantt.rows}"><fmt:message key="state.${row.state}" />: ${row.lasted}. </c:forEach></desc>
<g class="axis"><c:forEach var="tick" items="${gantt.ticks}"><g class="${tick.minor ? 'minor' : 'major'}"><path class="line" d="M${tick.at} 4V${gantt.floor}" /><text x="${tick.at}" y="${gantt.floor + 20}" text-anchor="middle">${tick.label}</text></g></c:forEach></g>
<c:forEach var="row" items="${gantt.rows}"><g class="row"><title>${row.begun.text}: ${row.lasted}</title>
<text class="label" x="140" y="${row.y + 19}" text-anchor="end"><fmt:message key="state.${row.state}" /></text>
<rect class="${fn:toLowerCase(row.state)}${row.open ? ' open' : ''}" x="${row.x}" y="${row.y + 5}" width="${row.width}" height="20" rx="3" />
<c:choose><c:when test="${row.label eq 'before'}"><text class="value" x="${row.x - 6}" y="${row.y + 19}" text-anchor="end">${row.lasted}</text></c:when>
<c:when test="${row.label eq 'inside'}"><text class="inside" x="${row.x + row.width - 8}" y="${row.y + 19}" text-anchor="end">${row.lasted}</text></c:when>
<c:otherwise><text class="value" x="${row.x + row.width + 6}" y="${row.y + 19}">${row.lasted}</text></c:otherwise></c:choose></g></c:forEach>
</svg></div>
