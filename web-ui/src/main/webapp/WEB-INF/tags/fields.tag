<%@ tag body-content="empty" %>
<%@ include file="/WEB-INF/jspf/frame/prefixes.jspf" %>
<%@ attribute name="fields" required="true" type="java.lang.Object" %>
<%-- Fields of a form. --%>
<c:forEach var="field" items="${fields}">
<c:set var="wrong" value="${not empty field.message}" />
<c:set var="described" value="${(not empty field.help ? field.id.concat('-help ') : '').concat(field.id).concat('-problem')}" />
<div class="field<c:if test="${wrong}"> wrong</c:if>">
<c:if test="${field.input ne 'FLAG'}">
<label for="${field.id}"><c:out value="${field.label}" /><c:if test="${not field.required and empty field.choices}"> <span class="optional"><fmt:message key="field.optional" /></span></c:if></label>
</c:if>
<c:choose>
<c:when test="${not empty field.choices}">
<select id="${field.id}" name="${field.name}" aria-describedby="${described}"<c:if test="${wrong}"> aria-invalid="true"</c:if>>
<c:forEach var="choice" items="${field.choices}"><option value="<c:out value="${choice.value}" />"<c:if test="${choice.chosen}"> selected</c:if>><c:out value="${choice.label}" /></option>
</c:forEach></select>
</c:when>
<c:when test="${field.input eq 'FLAG'}">
<label class="flag"><input type="checkbox" id="${field.id}" name="${field.name}" value="true" aria-describedby="${described}"<c:if test="${field.value eq 'true'}"> checked</c:if>> <span><c:out value="${field.label}" /></span></label>
</c:when>
<c:when test="${field.input eq 'TEXT' or field.input eq 'SQL' or field.input eq 'LIST'}">
<textarea id="${field.id}" name="${field.name}" rows="${field.lines()}" spellcheck="${field.input eq 'TEXT'}" autocapitalize="none" class="${field.input eq 'TEXT' ? 'prose' : 'code'}" aria-describedby="${described}"<c:if test="${wrong}"> aria-invalid="true"</c:if>>
<c:out value="${field.value}" /></textarea>
</c:when>
<c:otherwise>
<input id="${field.id}" name="${field.name}" value="<c:out value="${field.value}" />" autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${described}"<c:if test="${field.input eq 'NUMBER'}"> inputmode="numeric" class="short"</c:if><c:if test="${field.input eq 'SPAN'}"> class="short"</c:if><c:if test="${not empty field.offered}"> list="${field.id}-offered"</c:if><c:if test="${wrong}"> aria-invalid="true"</c:if>>
<c:if test="${not empty field.offered}"><datalist id="${field.id}-offered"><c:forEach var="each" items="${field.offered}"><option value="<c:out value="${each}" />"></option></c:forEach></datalist></c:if>
</c:otherwise>
</c:choose>
<c:if test="${not empty field.help}"><p class="help" id="${field.id}-help"><sw:coded text="${field.help}" /></p></c:if>
<p class="fault" id="${field.id}-problem" aria-live="polite"><c:if test="${wrong}"><strong><c:out value="${field.message}" />.</strong> <c:out value="${field.hint}" /></c:if></p>
</div>
</c:forEach>
