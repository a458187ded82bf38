// On a page that the server could not make: loads it again as soon as the server can serve.
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
