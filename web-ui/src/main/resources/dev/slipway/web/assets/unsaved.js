// Asks before the reader leaves a page with unsent changes in its form: <form data-unsaved>. The browser has the words.
(function () {
  "use strict";
  var form = document.querySelector("form[data-unsaved]");
  var changed = false;

  if (form) {
    // A page with values that were sent and not saved begins with changes.
    changed = form.dataset.unsaved === "true";
    form.addEventListener("input", function () {
      changed = true;
    });
    form.addEventListener("submit", function () {
      changed = false;
    });
    window.addEventListener("beforeunload", function (event) {
      if (changed) {
        event.preventDefault();
      }
    });
  }
})();
