// Runs before the first paint, so that theme, header and notice look right from the start.
(function () {
  var root = document.documentElement;
  var theme = null;
  var session = 'out';
  try {
    theme = localStorage.getItem('theme');
    if (localStorage.getItem('coldStartNotice') === 'closed') root.dataset.notice = 'closed';
    if (localStorage.getItem('token') && localStorage.getItem('userData')) session = 'in';
  } catch {
    // The browser may forbid storage: then the system's theme and the header for visitors apply.
  }
  var chosen = theme === 'dark' || theme === 'light';
  var dark = chosen ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', dark);
  root.dataset.session = session;
})();
