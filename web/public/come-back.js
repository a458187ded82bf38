// Runs on a page that the server could not render, and reloads it once the server is ready.
(function () {
  function look() {
    if (document.hidden) return;
    fetch('/api/ready').then(
      function (answer) {
        if (answer.ok) location.reload();
      },
      function () {},
    );
  }
  setInterval(look, 4000);
})();
