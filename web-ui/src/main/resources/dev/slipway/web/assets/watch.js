// Notifies the reader by the browser when the shown job ends, if the reader asks for that.
// Without this script, or in a browser without notifications, the page offers no notifications.
//
// <p id="watch" data-token="TOKEN" hidden> holds a button and a [role=status] with data-on and data-denied. The browser
// asks for its permission only after a click. The choice lasts until the job ends or the tab closes.
(function () {
  "use strict";
  var offer = document.getElementById("watch");
  var region = document.querySelector("[data-live]");
  if (!offer || !window.Notification || region.dataset.open !== "true") {
    return;
  }
  var button = offer.querySelector("button");
  var status = offer.querySelector("[role=status]");
  var key = "watch " + offer.dataset.token;

  function isWatched() {
    return sessionStorage.getItem(key) !== null;
  }

  function watch(permission) {
    button.hidden = permission === "granted";
    status.textContent = permission === "granted" ? status.dataset.on : status.dataset.denied;
    if (permission === "granted") {
      sessionStorage.setItem(key, "");
    }
  }

  function look() {
    if (document.querySelector("[data-live]").dataset.open === "true") {
      return;
    }
    document.removeEventListener("live", look);
    offer.hidden = true;
    if (isWatched()) {
      sessionStorage.removeItem(key);
      // The tag makes two tabs on one job show one notification.
      new Notification(document.title, { tag: offer.dataset.token });
    }
  }

  button.addEventListener("click", function () {
    Notification.requestPermission().then(watch);
  });
  document.addEventListener("live", look);
  offer.hidden = false;
  if (isWatched() && Notification.permission === "granted") {
    watch("granted");
  }
})();
