// Before the first paint: docs/start.md.

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

  var isKnown = false;
  try {
    isKnown = document.cookie.indexOf('pax_signed_in=') !== -1;
  } catch {}
  var isSignedIn = isKnown;
  var kept = isKnown;
  try {
    ['pax-language', 'pax-cart', 'pax-wishlist'].forEach(function (key) {
      kept = kept || localStorage.getItem(key) !== null;
    });
  } catch {}
  try {
    isKnown = isKnown || localStorage.getItem('pax-intro') !== null;
  } catch {}
  var invited = null;
  try {
    invited = JSON.parse(localStorage.getItem('pax-referral') || 'null');
  } catch {}
  // 30 days, and closed for good, as in referral-link.ts.
  if (!isSignedIn && invited && !invited.isClosed && Date.now() - invited.at < 2592e6)
    root.dataset.referral = '';
  else if (!isKnown) root.dataset.intro = '';
  var noted = history.state && history.state.usr && history.state.usr.dashboard;
  var home = location.pathname === '/' && location.search === '' && location.hash === '' && !noted;
  if (location.pathname !== '/admin') root.dataset.shell = (home ? 'home' : 'frame') + (kept ? ' bare' : '');
})();

(function () {
  var LATE_MS = 8000;
  // In both languages, because the catalogues may be what is missing.
  var MESSAGES = {
    failed: [
      ['en', 'The shop could not be loaded. Check your connection and try again.'],
      ['de', 'Der Shop konnte nicht geladen werden. Prüfe deine Verbindung und versuche es noch einmal.'],
    ],
    late: [
      ['en', 'The shop takes longer than usual to load. Wait a little, or load it again.'],
      ['de', 'Der Shop braucht länger als sonst. Warte noch kurz oder lade ihn neu.'],
    ],
  };
  var LABELS = [
    ['en', 'Try again'],
    ['de', 'Erneut versuchen'],
  ];
  var box;

  function clear() {
    if (box) box.remove();
    box = undefined;
  }

  function say(kind) {
    clear();
    box = document.createElement('main');
    box.className = 'load-failed ' + kind;
    var words = document.createElement('div');
    words.setAttribute('role', 'alert');
    box.append(words);
    MESSAGES[kind].forEach(function (messages) {
      var sentence = document.createElement('p');
      sentence.lang = messages[0];
      sentence.textContent = messages[1];
      words.append(sentence);
    });
    var button = document.createElement('button');
    button.type = 'button';
    LABELS.forEach(function (label, place) {
      var part = document.createElement('span');
      part.lang = label[0];
      part.textContent = (place ? ' / ' : '') + label[1];
      button.append(part);
    });
    button.addEventListener('click', function () {
      location.reload();
    });
    box.append(button);
    // A late start may still succeed; after a failure the shell is removed and nothing is drawn later.
    var root = document.getElementById('root');
    if (root && kind === 'failed') root.remove();
    document.body.append(box);
  }

  function end(kind) {
    clearTimeout(timer);
    removeEventListener('error', lost, true);
    if (kind !== 'failed') return clear();
    removeEventListener('pax-start', heard);
    say(kind);
  }
  // A start that succeeded may still fail: an error outside of all boundaries empties the page.
  function heard(event) {
    end(event.detail);
  }
  // Only the build's own entry files: scripts and styles that a proxy or an extension adds may fail.
  function lost(event) {
    var part = event.target;
    if (part instanceof Element && part.hasAttribute('data-entry')) end('failed');
  }
  var timer = setTimeout(say, LATE_MS, 'late');
  addEventListener('error', lost, true);
  addEventListener('pax-start', heard);
})();
