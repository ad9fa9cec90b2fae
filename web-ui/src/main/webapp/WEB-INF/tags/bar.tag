<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="bar" required="true" type="java.lang.Object" %>
<%@ attribute name="chart" required="true" type="java.lang.Object" %>
<%-- A bar of a chart and the numbers of the bar, as cells of a table. --%>
<td class="beam"><svg viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true"><rect class="${bar.negative ? 'tail' : 'body'}" x="${bar.x}" y="3" width="${bar.width}" height="18" /><c:if test="${bar.bandWidth gt 0}"><path class="whisker" d="M${bar.bandX} 5V19M${bar.bandX} 12h${bar.bandWidth}M${bar.bandX + bar.bandWidth} 5V19" /></c:if><path class="zero" d="M${chart.zero} 0V24" /></svg></td>
<td class="number strong">${bar.value}</td>
<c:if test="${chart.interval}"><td class="number interval">${bar.interval}</td></c:if>
