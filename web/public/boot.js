// Runs before the first paint, so that neither the theme, the header nor the notice flashes wrong.
(function () {
  var root = document.documentElement;
  var theme = null;
  var session = 'out';
  try {
    theme = localStorage.getItem('theme');
    if (localStorage.getItem('coldStartNotice') === 'closed') root.dataset.notice = 'closed';
    if (localStorage.getItem('token') && localStorage.getItem('userData')) session = 'in';
  } catch {
    // Storage may be forbidden; the system's theme and a signed-out header are right then.
  }
  var chosen = theme === 'dark' || theme === 'light';
  var dark = chosen ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', dark);
  root.dataset.session = session;
})();
