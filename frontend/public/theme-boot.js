/* Runs before the first paint and without any other script: theme, first view, and words where the shop does not come up. */

/* The remembered theme on <html>, so that nobody sees a flash. Same key as src/lib/theme-store.ts. */
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
  var isKnown = document.cookie.indexOf('pax_signed_in=') !== -1;
  var kept = isKnown;
  try {
    ['pax-language', 'pax-cart', 'pax-wishlist'].forEach(function (key) {
      kept = kept || localStorage.getItem(key) !== null;
    });
  } catch {
    // Nothing can be kept there.
  }
  // Who was never here is told what this is (src/app/layout/intro-banner.tsx), decided now so that nothing moves later.
  try {
    isKnown = isKnown || localStorage.getItem('pax-intro') !== null;
  } catch {
    // Told again where nothing can be kept.
  }
  if (!isKnown) root.dataset.intro = '';
  // The open dashboard is noted in the history, not in the address.
  var noted = history.state && history.state.usr && history.state.usr.dashboard;
  var home = location.pathname === '/' && location.search === '' && location.hash === '' && !noted;
  if (location.pathname !== '/admin') root.dataset.shell = (home ? 'home' : 'frame') + (kept ? ' bare' : '');
})();

/* A start that fails or hangs says so, with a way out (OWN-301). Its end is told by src/lib/start-outcome.ts. */
(function () {
  var LATE_MS = 8000;
  // Both languages: the catalogues are among what may be missing.
  var MESSAGES = {
    failed: [
      ['en', 'The shop could not be loaded. Check your connection and try again.'],
      ['de', 'Der Shop konnte nicht geladen werden. Prüfe deine Verbindung und versuch es noch einmal.'],
    ],
    late: [
      ['en', 'The shop takes longer than usual to load. Wait a little, or load it again.'],
      ['de', 'Der Shop braucht länger als sonst. Warte noch kurz oder lade ihn neu.'],
    ],
  };
  var box;

  function clear() {
    if (box) box.remove();
    box = undefined;
  }

  function say(kind) {
    clear();
    box = document.createElement('main');
    box.className = 'load-failed ' + kind;
    box.setAttribute('role', 'alert');
    MESSAGES[kind].forEach(function (messages) {
      var sentence = document.createElement('p');
      sentence.lang = messages[0];
      sentence.textContent = messages[1];
      box.append(sentence);
    });
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try again';
    button.addEventListener('click', function () {
      location.reload();
    });
    box.append(button);
    // What is late may still come up; of what failed nothing stays, and nothing of it is drawn later.
    var root = document.getElementById('root');
    if (root && kind === 'failed') root.remove();
    document.body.append(box);
  }

  function end(kind) {
    clearTimeout(timer);
    removeEventListener('error', lost, true);
    removeEventListener('pax-start', heard);
    if (kind === 'failed') say(kind);
    else clear();
  }
  function heard(event) {
    end(event.detail);
  }
  function lost(event) {
    var part = event.target;
    if (part instanceof HTMLScriptElement || (part instanceof HTMLLinkElement && part.rel === 'stylesheet'))
      end('failed');
  }
  var timer = setTimeout(say, LATE_MS, 'late');
  addEventListener('error', lost, true);
  addEventListener('pax-start', heard);
})();
