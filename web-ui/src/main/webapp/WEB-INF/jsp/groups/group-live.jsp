<%@ include file="/WEB-INF/jspf/frame/taglibs.jspf" %>
<div class="parts" data-live="${root}/ui/jobs/${group.identity.token}/live?page=${group.list.page}" data-events="${root}/ui/jobs/${group.identity.token}/events?page=${group.list.page}" data-open="${group.standing.open}">
<%@ include file="/WEB-INF/jspf/groups/group.jspf" %>
</div>
