// Keeps a page up to date. Without this script the reader reloads the page.
//
// A page has one region:
//   <div data-live="URL" data-events="URL" data-open="true" data-idle="10000"> ... <div id="x" data-part> ... </div></div>
// data-live   address of the region. Each fetched [data-part] replaces the shown part with the same id, if they differ.
// data-events address of the page events (dev.slipway.web.live.LivePages). On "changed" the region is fetched. Without
//             page events the region is fetched by the clock alone.
// data-open   "true" if the shown job or list can change by itself. Then the region is fetched every 2 s, and every
//             10 s while page events come.
// data-idle   milliseconds between two looks while the region is not open. Without data-idle there are no looks and no
//             page events.
// data-title  the title of the page in the tab. Such a page is looked at every 10 s also while it is hidden, as long as
//             the region is open. Any other hidden page is left alone.
// A part is not replaced while the reader has opened <details>, has the focus in a <pre>,
// or has selected text, and not while the part holds [data-following]. Boxes keep their ticks. Links, boxes, and
// buttons and summaries with an id keep the focus. After each look the document gets an event "live".
(function () {
  "use strict";
  var QUICK = 2000;
  var SLOW = 10000;
  var LONGEST = 30000;
  var LISTEN_AGAIN = 60000;
  var wait = QUICK;
  var timer = 0;
  var asking = false;
  var missed = false;
  var source = null;

  function region(root) {
    return root.querySelector("[data-live]");
  }

  function isStreaming() {
    return source !== null && source.readyState === EventSource.OPEN;
  }

  // Returns the milliseconds until the next look, 0 for never.
  function pause(shown) {
    if (shown.dataset.open === "true") {
      return isStreaming() || document.hidden ? SLOW : QUICK;
    }
    return Number(shown.dataset.idle || 0);
  }

  function plan(milliseconds) {
    clearTimeout(timer);
    timer = milliseconds ? setTimeout(refresh, milliseconds) : 0;
  }

  function isInUse(shown) {
    return shown.querySelector("details[open], pre:focus, [data-following]") || !getSelection().isCollapsed;
  }

  // Returns a mark that tells a link, a box or a button from all others of its part.
  function mark(element) {
    return element.id || element.getAttribute("href") || element.name + "=" + element.value;
  }

  function replace(shown, part) {
    var ticked = [];
    shown.querySelectorAll("input:checked").forEach(function (box) {
      ticked.push(mark(box));
    });
    var focused = shown.contains(document.activeElement) ? mark(document.activeElement) : null;
    shown.replaceWith(part);
    part.querySelectorAll("a, input, button, summary").forEach(function (element) {
      if (element.type === "checkbox" && ticked.indexOf(mark(element)) >= 0) {
        element.checked = true;
      }
      if (focused && mark(element) === focused) {
        element.focus({ preventScroll: true });
      }
    });
  }

  // Returns whether a hidden page goes on telling in its tab how things are.
  function tellsInTab(shown) {
    return shown.dataset.title !== undefined && shown.dataset.open === "true";
  }

  // Replaces the parts that have changed, except parts that the reader is using.
  function replaceParts(fresh) {
    fresh.querySelectorAll("[data-part]").forEach(function (part) {
      var shown = document.getElementById(part.id);
      if (shown && shown.outerHTML !== part.outerHTML && !isInUse(shown)) {
        replace(shown, part);
      }
    });
  }

  function take(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html");
    var open = region(fresh).dataset.open;
    var title = region(fresh).dataset.title;
    replaceParts(fresh);
    region(document).dataset.open = open;
    if (title) {
      document.title = title;
    }
    document.dispatchEvent(new Event("live"));
    wait = QUICK;
    plan(pause(region(document)));
    if (!pause(region(document))) {
      stopListening();
    }
  }

  function refresh() {
    var shown = region(document);
    if (!shown || (document.hidden && !tellsInTab(shown))) {
      return;
    }
    if (asking) {
      missed = true;
      return;
    }
    asking = true;
    missed = false;
    clearTimeout(timer);
    fetch(shown.dataset.live, { credentials: "same-origin" })
      .then(function (response) {
        if (response.redirected || response.status === 401 || response.status === 403) {
          location.reload();
          return null;
        }
        if (!response.ok) {
          throw new Error("status " + response.status);
        }
        return response.text().then(take);
      })
      .catch(function () {
        // The service may be restarting, so the next look comes later.
        wait = Math.min(wait * 2, LONGEST);
        plan(wait);
      })
      .then(function () {
        asking = false;
        if (missed) {
          refresh();
        }
      });
  }

  function listen() {
    var shown = region(document);
    if (source || document.hidden || !window.EventSource || !shown || !shown.dataset.events || !pause(shown)) {
      return;
    }
    source = new EventSource(shown.dataset.events);
    source.addEventListener("changed", refresh);
    source.onopen = function () {
      plan(pause(region(document)));
    };
    source.onerror = function () {
      // In any other state the browser connects again by itself.
      if (source && source.readyState === EventSource.CLOSED) {
        source = null;
        plan(pause(region(document)));
        setTimeout(listen, LISTEN_AGAIN);
      }
    };
  }

  function stopListening() {
    if (source) {
      source.close();
      source = null;
    }
  }

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) {
      stopListening();
      if (region(document) && tellsInTab(region(document))) {
        plan(SLOW);
      }
    } else if (region(document) && pause(region(document))) {
      refresh();
      listen();
    }
  });
  addEventListener("pagehide", stopListening);
  addEventListener("pageshow", listen);

  var first = region(document);
  if (first && pause(first)) {
    plan(pause(first));
  }
})();
