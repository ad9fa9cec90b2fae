// Asks before a page is left whose form has changes that were not sent: <form data-unsaved>. The browser brings the words.
(function () {
  "use strict";
  var form = document.querySelector("form[data-unsaved]");
  var changed = false;

  if (form) {
    // A page that shows what was sent and not kept begins with changes.
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
