// Offers the zone of this browser where another zone is chosen.
// Without this script the reader can choose from the list.
(function () {
  "use strict";
  var offer = document.getElementById("zone-browser");
  var list = document.getElementById("zone");
  var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  var option = Array.prototype.find.call(list.options, function (each) {
    return each.value === zone;
  });
  if (!option || option.selected) {
    return;
  }
  var text = offer.querySelector("[data-text]");
  text.textContent = text.dataset.text.replace("@", zone);
  offer.hidden = false;
  offer.querySelector("button").addEventListener("click", function () {
    option.selected = true;
    list.form.requestSubmit();
  });
})();
