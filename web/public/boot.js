// Runs before the first paint, so that neither the theme nor the header flashes wrong.
(function () {
  var root = document.documentElement;
  var theme = null;
  var session = 'out';
  try {
    theme = localStorage.getItem('theme');
    if (localStorage.getItem('token') && localStorage.getItem('userData')) session = 'in';
  } catch {
    // Storage may be forbidden; the system's theme and a signed-out header are right then.
  }
  var dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', dark);
  root.dataset.session = session;
})();
