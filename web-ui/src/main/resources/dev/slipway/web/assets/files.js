// Tells at the field, before the browser sends the form, that a chosen file is larger than the service takes.
// The field carries the limit: data-largest in bytes, data-large with the words, in which @size stands for the file.
// Without this script the service refuses the file after it was sent.
(function () {
  "use strict";

  function size(bytes) {
    var units = ["B", "KiB", "MiB", "GiB", "TiB"];
    var unit = 0;
    var value = bytes;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return (unit === 0 ? String(value) : value.toFixed(1)) + " " + units[unit];
  }

  document.querySelectorAll("input[type=file][data-largest]").forEach(function (field) {
    var told = document.getElementById(field.id + "-problem");

    function check() {
      var file = field.files[0];
      var wrong = Boolean(file) && file.size > Number(field.dataset.largest);
      var words = wrong ? field.dataset.large.replace("@size", size(file.size)) : "";
      field.setCustomValidity(words);
      field.setAttribute("aria-invalid", String(wrong));
      told.textContent = words;
    }

    field.addEventListener("change", check);
    check();
  });
})();
