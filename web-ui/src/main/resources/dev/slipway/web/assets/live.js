// Keeps an open job's page, or a list with open jobs, up to date. Without this script the pages work by reload.
(function () {
  "use strict";
  var PERIOD = 2000;
  var LONGEST = 30000;
  var wait = PERIOD;

  function region(root) {
    return root.querySelector("[data-live]");
  }

  // How long until the next look: short while something can change, longer where something new can come, 0 for never.
  function pause(shown) {
    return shown.dataset.open === "true" ? PERIOD : Number(shown.dataset.idle || 0);
  }

  // Replaces only the parts that changed, and none that the reader is using.
  function replaceParts(fresh) {
    fresh.querySelectorAll("[data-part]").forEach(function (part) {
      var shown = document.getElementById(part.id);
      if (!shown || shown.outerHTML === part.outerHTML) {
        return;
      }
      if (shown.querySelector("details[open], pre:focus") || !getSelection().isCollapsed) {
        return;
      }
      var focused = shown.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      shown.replaceWith(part);
      if (focused) {
        part.querySelectorAll("a").forEach(function (link) {
          if (link.getAttribute("href") === focused) {
            link.focus({ preventScroll: true });
          }
        });
      }
    });
  }

  function refresh() {
    var shown = region(document);
    if (!shown || !pause(shown)) {
      return;
    }
    if (document.hidden) {
      setTimeout(refresh, PERIOD);
      return;
    }
    fetch(shown.dataset.live, { credentials: "same-origin" })
      .then(function (response) {
        if (response.redirected || response.status === 401 || response.status === 403) {
          location.reload();
          return;
        }
        if (!response.ok) {
          throw new Error("status " + response.status);
        }
        return response.text().then(function (text) {
          var fresh = new DOMParser().parseFromString(text, "text/html");
          var now = region(fresh);
          var open = now.dataset.open;
          replaceParts(fresh);
          region(document).dataset.open = open;
          wait = PERIOD;
          if (pause(region(document))) {
            setTimeout(refresh, pause(region(document)));
          }
        });
      })
      .catch(function () {
        // The service may be restarting: ask again, less often.
        wait = Math.min(wait * 2, LONGEST);
        setTimeout(refresh, wait);
      });
  }

  var first = region(document);
  if (first && pause(first)) {
    setTimeout(refresh, pause(first));
  }
})();
