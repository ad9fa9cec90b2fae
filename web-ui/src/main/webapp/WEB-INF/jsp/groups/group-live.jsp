<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<div class="parts" data-live="${root}/ui/jobs/${group.token}/live?page=${group.list.page}" data-events="${root}/ui/jobs/${group.token}/events?page=${group.list.page}" data-open="${group.open}">
<%@ include file="/WEB-INF/jspf/groups/group.jspf" %>
</div>
