<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<%@ include file="/WEB-INF/jspf/operations/places.jspf" %>
