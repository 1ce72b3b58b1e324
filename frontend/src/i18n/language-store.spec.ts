import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startI18n } from './i18n';
import { LANGUAGE_KEY, useLanguage } from './language-store';

beforeAll(() => startI18n('mix'));
beforeEach(() => {
  localStorage.clear();
  useLanguage.setState({ language: 'mix' });
});

it('switches messages and document, and is stored (OWN-166)', async () => {
  expect(useLanguage.getInitialState().language).toBe('mix');
  await useLanguage.getState().setLanguage('de');
  expect(document.documentElement.lang).toBe('de');
  expect(localStorage.getItem(LANGUAGE_KEY)).toContain('"de"');
  await useLanguage.getState().setLanguage('mix');
  expect(document.documentElement.lang).toBe('en');
});

it.each(['no json', '7', '{"state":{"language":"xx"},"version":0}', '{"state":[],"version":3}'])(
  'stays what it was when the browser kept %s',
  async (kept) => {
    localStorage.setItem(LANGUAGE_KEY, kept);
    await useLanguage.persist.rehydrate();
    expect(useLanguage.getState().language).toBe('mix');
  },
);
