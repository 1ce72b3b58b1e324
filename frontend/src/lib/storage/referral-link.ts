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

/** Returns the code of a referral link in its stored form; undefined if the text is no code. */
export function parseReferralCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** Returns the code of the last referral link, if this browser opened one within the last 30 days. */
export function readReferralCode(): string | undefined {
  const text = tryOrNull(() => localStorage.getItem(REFERRAL_KEY)) ?? kept;
  const stored = text === null ? null : tryOrNull((): unknown => JSON.parse(text));
  if (!isRecord(stored) || typeof stored['code'] !== 'string' || typeof stored['at'] !== 'number')
    return undefined;
  const age = Date.now() - stored['at'];
  return age >= 0 && age < REFERRAL_KEPT_MS ? parseReferralCode(stored['code']) : undefined;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Keeps the code of a referral link until it is applied, and shows its banner instead of the introduction. */
export function keepReferralCode(code: string): void {
  const stored = JSON.stringify({ code, at: Date.now() });
  kept = tryOrNull(() => localStorage.setItem(REFERRAL_KEY, stored)) === null ? stored : null;
  const { dataset } = document.documentElement;
  delete dataset['intro'];
  dataset['referral'] = '';
  notifyListeners();
}

/** Hides the banner of the referral link on this page; the code is still applied at the sign-in. */
export function hideReferralBanner(): void {
  delete document.documentElement.dataset['referral'];
  notifyListeners();
}

/** Drops the code of a referral link, because it was applied or refused. */
export function forgetReferralCode(): void {
  kept = null;
  tryOrNull(() => localStorage.removeItem(REFERRAL_KEY));
  hideReferralBanner();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
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
