/**
 * Says, without anything that could not be loaded either, that the shop's scripts did not arrive, and lets one try
 * again: after a cut line, or when a newer shop was put in place between the page and its scripts. In both languages,
 * since the catalogues are among what is missing.
 */
export function sayLoadFailed(): void {
  const box = document.createElement('main');
  box.className = 'load-failed';
  box.setAttribute('role', 'alert');
  for (const [lang, text] of [
    ['en', 'The shop could not be loaded. Check your connection and try again.'],
    ['de', 'Der Shop konnte nicht geladen werden. Prüfe deine Verbindung und versuch es noch einmal.'],
  ] as const) {
    const sentence = document.createElement('p');
    sentence.lang = lang;
    sentence.textContent = text;
    box.append(sentence);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', () => location.reload());
  box.append(button);
  (document.querySelector('#root') ?? document.body).replaceChildren(box);
}
