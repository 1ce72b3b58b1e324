import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CART_KEY } from '../features/market/cart/cart-store';
import { WISHLIST_KEY } from '../features/market/catalog/wishlist-store';
import { INTRO_KEY } from '../app/layout/intro-banner';
import { REFERRAL_KEPT_MS, REFERRAL_KEY } from '../lib/storage/referral-link';
import { LANGUAGE_KEY } from '../i18n/language-store';
import { reportStartOutcome } from './view/report-start-outcome';

const code = readFileSync(`${__dirname}/../../public/theme-boot.js`, 'utf8');
const styles = readFileSync(`${__dirname}/../ui/theme/first-paint.css`, 'utf8').replace(/@import.*/, '');

/** The part of the prerendered shell that is shown at an address. */
function shown(address: string, noted: unknown = null): string | undefined {
  history.replaceState(noted, '', address);
  delete document.documentElement.dataset['shell'];
  const script = document.createElement('script');
  script.textContent = code;
  document.head.append(script);
  script.remove();
  return document.documentElement.dataset['shell'];
}

describe('before the first paint', () => {
  afterEach(() => {
    // Ends the listening of each start, which other specs would hear.
    reportStartOutcome('failed');
    document.body.innerHTML = '';
    jest.restoreAllMocks();
    localStorage.clear();
    document.cookie = 'pax_signed_in=; path=/; max-age=0';
  });

  it('all of the first view is shown to a new visitor of the home', () => {
    expect(shown('/')).toBe('home');
  });

  it('other addresses show the header alone, the panel nothing', () => {
    for (const address of ['/login', '/terms-of-service', '/?category=items', '/?product=7', '/#main'])
      expect(shown(address)).toBe('frame');
    expect(shown('/admin')).toBeUndefined();
  });

  it('nor the bands below the header: in the frame their places are not kept', () => {
    document.head.innerHTML = `<style>${styles}</style>`;
    document.body.innerHTML = '<div id="shell"><i data-intro-banner></i><i data-referral-slot></i></div>';
    const hidden = () =>
      [...document.querySelectorAll('i')].map((band) => getComputedStyle(band).display === 'none');
    shown('/login');
    expect(hidden()).toEqual([true, true]);
    shown('/');
    expect(hidden()).toEqual([false, false]);
    document.head.innerHTML = '';
    document.body.innerHTML = '';
  });

  it('nor is the home where the dashboard was open: the history notes it', () => {
    expect(shown('/', { usr: { dashboard: 'rewards' } })).toBe('frame');
    expect(shown('/', { usr: { isOfTheMarket: true } })).toBe('home');
  });

  it.each([LANGUAGE_KEY, CART_KEY, WISHLIST_KEY])(
    'no texts or numbers are shown where %s may change them',
    (key) => {
      localStorage.setItem(key, '{}');
      expect(shown('/')).toBe('home bare');
      expect(shown('/login')).toBe('frame bare');
    },
  );

  it('nor to somebody who may be signed in', () => {
    document.cookie = 'pax_signed_in=1; path=/';
    expect(shown('/')).toBe('home bare');
  });

  it('a first-time visitor sees the introduction; who saw it or signed in does not', () => {
    const isIntroHidden = () => {
      delete document.documentElement.dataset['intro'];
      shown('/');
      return document.documentElement.dataset['intro'] === undefined;
    };
    expect(isIntroHidden()).toBe(false);
    localStorage.setItem(INTRO_KEY, '1');
    expect(isIntroHidden()).toBe(true);
    localStorage.clear();
    document.cookie = 'pax_signed_in=1; path=/';
    expect(isIntroHidden()).toBe(true);
  });

  it('a visitor with a friend’s link sees the invitation in its place, for 30 days (OWN-1484)', () => {
    const bannersFor = (stored: string) => {
      const { dataset } = document.documentElement;
      delete dataset['intro'];
      delete dataset['referral'];
      localStorage.setItem(REFERRAL_KEY, stored);
      shown('/');
      return ['intro', 'referral'].filter((name) => dataset[name] !== undefined);
    };
    const keptFor = (ms: number, isClosed?: true) =>
      JSON.stringify({ code: 'PAXNOVA77', at: Date.now() - ms, isClosed });
    expect(bannersFor(keptFor(REFERRAL_KEPT_MS - 60_000))).toEqual(['referral']);
    expect(bannersFor(keptFor(REFERRAL_KEPT_MS))).toEqual(['intro']);
    expect(bannersFor(keptFor(0, true))).toEqual(['intro']);
    for (const damaged of ['', '{', 'null', '7', '{}']) expect(bannersFor(damaged)).toEqual(['intro']);
    document.cookie = 'pax_signed_in=1; path=/';
    expect(bannersFor(keptFor(0))).toEqual([]);
  });

  it('knows who may be signed in where the browser’s store is forbidden', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(shown('/')).toBe('home');
    document.cookie = 'pax_signed_in=1; path=/';
    expect(shown('/')).toBe('home bare');
    expect(document.documentElement.classList.contains('dark')).toBe(true);
  });
});
