/** The page without a connection: shows what the shop stored for it as text, and opens the shop again. */
(function () {
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) || 'null');
    } catch {
      return null;
    }
  };
  const find = (selector) => document.querySelector(selector);
  const reload = () => location.reload();
  find('button').addEventListener('click', reload);
  addEventListener('online', reload);
  const TRIES = 'pax-offline-tries';
  /** Reloads where the shop answers; three times at most, since a page may go on failing although it does. */
  const look = async () => {
    const isBack = await fetch('/api/health/live').then(
      ({ ok }) => ok,
      () => false,
    );
    try {
      const tries = isBack ? Number(sessionStorage.getItem(TRIES)) + 1 : 0;
      sessionStorage.setItem(TRIES, String(tries));
      if (isBack && tries <= 3) reload();
    } catch {
      // Without storage nothing counts the reloads; the button works.
    }
  };
  // A browser does not notice that the shop itself is back.
  setInterval(() => void look(), 5_000);

  const theme = (read('pax-theme') || {}).state;
  const choice = theme && theme.theme;
  const isLight =
    choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.classList.toggle('light', isLight);

  const stored = read('pax-offline');
  if (!stored || !Array.isArray(stored.goods)) return;
  document.documentElement.lang = stored.lang === 'de' ? 'de' : 'en';
  for (const [selector, text] of [
    ['h1', stored.title],
    ['p', stored.text],
    ['button', stored.again],
    ['h2', stored.heading],
  ])
    find(selector).textContent = String(text);
  for (const { name, price } of stored.goods) {
    const line = document.createElement('li');
    for (const text of [name, price])
      line.appendChild(document.createElement('span')).textContent = String(text);
    find('ul').appendChild(line);
  }
  find('section').hidden = stored.goods.length === 0;
})();
