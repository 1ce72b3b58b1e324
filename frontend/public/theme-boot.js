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
})();
