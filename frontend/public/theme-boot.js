/* Puts the remembered theme on <html> before the first paint, so that nobody sees a flash. Same key as src/lib/theme-store.ts. */
(function () {
  var choice = 'dark';
  try {
    var saved = JSON.parse(localStorage.getItem('pax-theme') || 'null');
    choice = (saved && saved.state && saved.state.theme) || 'dark';
  } catch {
    choice = 'dark';
  }
  var light =
    choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  var root = document.documentElement;
  root.classList.remove('dark', 'light');
  root.classList.add(light ? 'light' : 'dark');
  root.style.colorScheme = light ? 'light' : 'dark';

  // How much of the drawn first view (#shell) is true here: `home` all of it, `bare` without words and figures (another
  // language, somebody signed in, a cart), `frame` the header alone, nothing on the panel, which has its own.
  var kept = document.cookie.indexOf('pax_signed_in=') !== -1;
  try {
    ['pax-language', 'pax-cart', 'pax-wishlist'].forEach(function (key) {
      kept = kept || localStorage.getItem(key) !== null;
    });
  } catch {
    // Nothing can be kept there.
  }
  // The open dashboard is noted in the history, not in the address.
  var noted = history.state && history.state.usr && history.state.usr.dashboard;
  var home = location.pathname === '/' && location.search === '' && location.hash === '' && !noted;
  if (location.pathname !== '/admin') root.dataset.shell = (home ? 'home' : 'frame') + (kept ? ' bare' : '');
})();
