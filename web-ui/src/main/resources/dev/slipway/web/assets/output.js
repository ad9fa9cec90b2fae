// Shows a run's output as it grows. Without this script a reload shows the last lines.
//
// <section data-follow="URL" data-next="OFFSET"> holds a <pre>, hints [data-none] and [data-cut], and a button with
// data-pause and data-go. URL?from=OFFSET gives the output since the offset. The header Slipway-Next has the next
// offset, and Slipway-Complete says whether the output has ended.
(function () {
  "use strict";
  var PERIOD = 1000;
  var QUICK = 100;
  var LONG = 4000;
  var MOST = 256 * 1024;

  function follow(section) {
    var text = section.querySelector("pre");
    var button = section.querySelector("[data-pause]");
    var next = Number(section.dataset.next);
    var atEnd = true;
    var wait = PERIOD;

    function isAtEnd() {
      return text.scrollHeight - text.scrollTop - text.clientHeight < 8;
    }

    function show(following) {
      atEnd = following;
      button.textContent = following ? button.dataset.pause : button.dataset.go;
      if (following) {
        text.scrollTop = text.scrollHeight;
      }
    }

    // Old lines are removed only while the end is in view, never while the reader reads further up.
    function append(more) {
      if (!more) {
        return;
      }
      text.appendChild(document.createTextNode(more));
      text.hidden = false;
      button.hidden = false;
      section.querySelector("[data-none]").hidden = true;
      if (atEnd && text.textContent.length > MOST) {
        var kept = text.textContent.slice(-MOST / 2);
        text.textContent = kept.slice(kept.indexOf("\n") + 1);
        section.querySelector("[data-cut]").hidden = false;
      }
      if (atEnd) {
        text.scrollTop = text.scrollHeight;
      }
    }

    function ask() {
      if (!section.isConnected) {
        return;
      }
      if (document.hidden) {
        setTimeout(ask, PERIOD);
        return;
      }
      fetch(section.dataset.follow + "?from=" + next, { credentials: "same-origin" })
        .then(function (response) {
          if (!response.ok || response.redirected) {
            throw new Error("status " + response.status);
          }
          return response.text().then(function (more) {
            append(more);
            next = Number(response.headers.get("Slipway-Next"));
            if (response.headers.get("Slipway-Complete") === "true") {
              button.hidden = true;
            } else {
              // The pause doubles while no output comes.
              wait = more ? PERIOD : Math.min(wait * 2, LONG);
              setTimeout(ask, more ? QUICK : wait);
            }
          });
        })
        .catch(function () {
          setTimeout(ask, LONG);
        });
    }

    section.dataset.following = "";
    button.hidden = text.hidden;
    button.addEventListener("click", function () {
      show(!atEnd);
    });
    text.addEventListener("scroll", function () {
      if (isAtEnd() !== atEnd) {
        show(isAtEnd());
      }
    });
    show(true);
    ask();
  }

  function followAll() {
    document.querySelectorAll("[data-follow]:not([data-following])").forEach(follow);
  }

  document.addEventListener("live", followAll);
  followAll();
})();
