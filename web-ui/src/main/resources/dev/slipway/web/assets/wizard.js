// Saves the typed values as soon as a field is left, and shows the faults of that field.
// Without this script both happen when the page is sent.
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
    // Another window has changed the draft, so the values were not saved. The next press of a button warns once more,
    // and the press after that overwrites.
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
    // A password is sent once, together with the page, and not with each field that is left.
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
        // The service may be restarting. The page itself will be sent in the end.
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
    // A press of a button must not overtake the change before, because both requests carry a version.
    document.querySelectorAll("main form").forEach(function (each) {
      each.addEventListener("submit", function (event) {
        if (each.dataset.sent) {
          return;
        }
        event.preventDefault();
        var by = event.submitter;
        busy.then(function () {
          each.dataset.sent = "true";
          // The form is sent after this event, because a form ignores requestSubmit during its own submit event.
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
