import { useSyncExternalStore } from 'react';
import { isRecord } from '../values/is-record';
import { tryOrNull } from './browser-storage';

/** localStorage key of the code from a referral link; public/theme-boot.js reads it too. */
export const REFERRAL_KEY = 'pax-referral';
/** Time for which the browser keeps the code of a referral link, ms. */
export const REFERRAL_KEPT_MS = 30 * 86_400_000;

const CODE = /^PAX[A-Z\d]{6}$/;
const listeners = new Set<() => void>();

/** The stored form of a code that the browser's storage refused; only this page has it. */
let kept: string | null = null;

/** The code of the link by which this page was opened. */
let openedCode: string | undefined;

/** Tells whether this page was opened by a code's link, and not by a later visit to the shop. */
export const isOpenedByLink = (code: string): boolean => code === openedCode;

/** Returns the code of a referral link in its stored form; undefined if the text is no code. */
export function parseReferralCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** A link's code, the time when it was opened, ms since 1970, and whether its banner was closed. */
interface StoredLink {
  readonly code: string;
  readonly at: number;
  readonly isClosed: boolean;
}

function readLink(): StoredLink | undefined {
  const text = tryOrNull(() => localStorage.getItem(REFERRAL_KEY)) ?? kept;
  const stored = text === null ? null : tryOrNull((): unknown => JSON.parse(text));
  if (!isRecord(stored) || typeof stored['code'] !== 'string' || typeof stored['at'] !== 'number')
    return undefined;
  const code = parseReferralCode(stored['code']);
  const age = Date.now() - stored['at'];
  if (code === undefined || age < 0 || age >= REFERRAL_KEPT_MS) return undefined;
  return { code, at: stored['at'], isClosed: stored['isClosed'] === true };
}

function storeLink(link: StoredLink): void {
  const stored = JSON.stringify(link);
  kept = tryOrNull(() => localStorage.setItem(REFERRAL_KEY, stored)) === null ? stored : null;
}

/** Returns the code of the last referral link, if this browser opened one within the last 30 days. */
export const readReferralCode = (): string | undefined => readLink()?.code;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Keeps the code of a referral link until it is applied, and shows its banner instead of the introduction. */
export function keepReferralCode(code: string): void {
  openedCode = code;
  storeLink({ code, at: Date.now(), isClosed: false });
  const { dataset } = document.documentElement;
  delete dataset['intro'];
  dataset['referral'] = '';
  notifyListeners();
}

function removeBanner(): void {
  delete document.documentElement.dataset['referral'];
}

/** Closes the banner of the referral link for good; the code is still applied at the sign-in. */
export function hideReferralBanner(): void {
  const link = readLink();
  if (link) storeLink({ ...link, isClosed: true });
  removeBanner();
  notifyListeners();
}

/** Drops the code of a referral link, because it was applied or refused. */
export function forgetReferralCode(): void {
  kept = null;
  tryOrNull(() => localStorage.removeItem(REFERRAL_KEY));
  removeBanner();
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  // Another tab may have applied the code or closed its banner.
  const onStorage = () => {
    if (readLink()?.isClosed !== false) removeBanner();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

const returnNothing = (): undefined => undefined;

/** Returns the code of the last referral link; undefined while a prerendered page is hydrated. */
export const useReferralCode = (): string | undefined =>
  useSyncExternalStore(subscribe, readReferralCode, returnNothing);

const isBannerShown = (): boolean => document.documentElement.dataset['referral'] !== undefined;

/** Tells whether the banner of the referral link is shown. */
export const useIsReferralBannerShown = (): boolean =>
  useSyncExternalStore(subscribe, isBannerShown, () => false);
