// What the wizard does at once where scripts run: it keeps what is typed, and says at a field what is wrong as soon as the field is left.
// Without this script the same happens when a page is sent.
(function () {
  "use strict";
  var form = document.querySelector("form[data-draft]");
  var touched = new Set();
  var busy = Promise.resolve();

  function show(fresh) {
    var version = fresh.querySelector("form[data-draft] input[name=version]");
    var elsewhere = fresh.querySelector("[data-elsewhere]");
    if (elsewhere && !document.querySelector("[data-elsewhere]")) {
      document.querySelector("main").prepend(elsewhere);
    }
    // Nothing was kept then: the next press says so once more, and the one after it overwrites.
    if (!version || elsewhere) {
      return;
    }
    document.querySelectorAll("input[name=version]").forEach(function (field) {
      field.value = version.value;
    });
    var was = document.querySelector("[data-name-of-step]");
    if (was) {
      was.value = fresh.querySelector("[data-name-of-step]").value;
    }
    touched.forEach(function (id) {
      var slot = document.getElementById(id + "-problem");
      var now = fresh.getElementById(id + "-problem");
      var field = document.getElementById(id);
      if (slot && now && field) {
        var wrong = now.textContent.trim() !== "";
        slot.replaceChildren.apply(slot, Array.from(now.childNodes));
        field.closest(".field").classList.toggle("wrong", wrong);
        field.setAttribute("aria-invalid", String(wrong));
      }
    });
  }

  function keep() {
    var sent = new URLSearchParams(new FormData(form));
    // A password is sent once, when the page is: not with each field that is left.
    sent.delete("password");
    sent.set("go", "check");
    return fetch(form.action, { method: "POST", body: sent, credentials: "same-origin" })
      .then(function (response) {
        return response.ok && !/\/login/.test(response.url) ? response.text() : null;
      })
      .then(function (text) {
        if (text) {
          show(new DOMParser().parseFromString(text, "text/html"));
        }
      })
      .catch(function () {
        // The service may be restarting; the page itself is sent in the end.
      });
  }

  if (form) {
    form.addEventListener("change", function (event) {
      if (!event.target.id || event.target.type === "password") {
        return;
      }
      touched.add(event.target.id);
      busy = busy.then(keep);
    });
    // A press that follows a change must not overtake it: both carry a version.
    document.querySelectorAll("main form").forEach(function (each) {
      each.addEventListener("submit", function (event) {
        if (each.dataset.sent) {
          return;
        }
        event.preventDefault();
        var by = event.submitter;
        busy.then(function () {
          each.dataset.sent = "true";
          // Not before this event is over: a form ignores a request to be sent while it is being sent.
          setTimeout(function () {
            each.requestSubmit(by);
          });
        });
      });
    });
    var found = document.getElementById("look");
    if (found) {
      found.focus();
    }
  }

  var download = document.getElementById("download");
  if (download) {
    download.click();
  }
})();
