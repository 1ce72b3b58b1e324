/** For a file of several specs: puts the page back, so that the next spec finds it as in a file of its own. */
const { stores } = require('./noted-stores.cjs');
// Here, lest the hook that it sets belong to the first spec alone.
require('@testing-library/react');
const { i18n } = require('../i18n/i18n');
const { languageTagOf } = require('../i18n/languages');

const globals = Object.getOwnPropertyDescriptors(globalThis);
const attributes = Array.from(document.documentElement.attributes, ({ name, value }) => [name, value]);

/** Timers, mocks, stores, storage, cookies, address, document, globals and language become what they were at the start. */
async function resetPage() {
  jest.useRealTimers();
  jest.restoreAllMocks();
  // Before the storage, since some write themselves there.
  for (const store of stores) store.setState(store.getInitialState(), true);
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  history.replaceState(null, '', '/');
  resetDocument();
  resetGlobals();
  if (i18n.isInitialized) await i18n.changeLanguage(languageTagOf('mix'));
}

function resetDocument() {
  const { documentElement, head, body } = document;
  document.title = '';
  head.replaceChildren();
  body.replaceChildren();
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name);
  for (const [name, value] of attributes) documentElement.setAttribute(name, value);
}

function resetGlobals() {
  for (const name of Object.keys(globalThis)) if (!(name in globals)) delete globalThis[name];
  for (const [name, was] of Object.entries(globals)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    const isChanged = now?.value !== was.value || now?.get !== was.get;
    if (was.configurable && isChanged) Object.defineProperty(globalThis, name, was);
  }
}

module.exports = { resetPage };
