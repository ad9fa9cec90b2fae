// Ticks all jobs of a page of the list at once. Without this script the reader ticks each job.
(function () {
  "use strict";

  function boxes() {
    return Array.from(document.querySelectorAll('#list input[name="job"]'));
  }

  function show() {
    var all = document.getElementById("choose-all");
    if (!all) {
      return;
    }
    var ticked = boxes().filter(function (box) {
      return box.checked;
    }).length;
    all.closest("label").hidden = false;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
  }

  document.addEventListener("change", function (event) {
    if (event.target.id === "choose-all") {
      boxes().forEach(function (box) {
        box.checked = event.target.checked;
      });
    }
    show();
  });
  // The list was perhaps replaced.
  document.addEventListener("live", show);
  addEventListener("pageshow", show);
  show();
})();
