import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import {
  forgetReferralCode,
  hideReferralBanner,
  keepReferralCode,
  parseReferralCode,
  readReferralCode,
  REFERRAL_KEPT_MS,
  REFERRAL_KEY,
  useIsReferralBannerShown,
} from './referral-link';

const { dataset } = document.documentElement;

beforeEach(() => forgetReferralCode());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the code of a referral link (OWN-1484)', () => {
  it.each([
    ['paxnova77 ', 'PAXNOVA77'],
    ['PAXNOVA7', undefined],
    ['PAXNOVA777', undefined],
    ['NOVA77PAX', undefined],
    ['PAX<b>77', undefined],
    ['P'.repeat(100_000), undefined],
  ])('%.20s is %s', (text, code) => expect(parseReferralCode(text)).toBe(code));

  it('is kept 30 days, and shown instead of the introduction', () => {
    jest.useFakeTimers();
    dataset['intro'] = '';
    keepReferralCode('PAXNOVA77');
    expect([dataset['intro'], dataset['referral']]).toEqual([undefined, '']);
    jest.advanceTimersByTime(REFERRAL_KEPT_MS - 1);
    expect(readReferralCode()).toBe('PAXNOVA77');
    jest.advanceTimersByTime(1);
    expect(readReferralCode()).toBeUndefined();
  });

  it('stays when the banner is closed, and makes room for that of a second link', () => {
    keepReferralCode('PAXNOVA77');
    hideReferralBanner();
    expect([readReferralCode(), dataset['referral']]).toEqual(['PAXNOVA77', undefined]);
    expect(JSON.parse(localStorage.getItem(REFERRAL_KEY) ?? '')).toMatchObject({ isClosed: true });
    keepReferralCode('PAXFINN01');
    expect([readReferralCode(), dataset['referral']]).toEqual(['PAXFINN01', '']);
    expect(localStorage.getItem(REFERRAL_KEY)).toContain('"isClosed":false');
  });

  it('is closed for good, though not longer kept for that', () => {
    jest.useFakeTimers();
    keepReferralCode('PAXNOVA77');
    jest.advanceTimersByTime(REFERRAL_KEPT_MS - 1);
    hideReferralBanner();
    jest.advanceTimersByTime(1);
    expect(readReferralCode()).toBeUndefined();
    localStorage.removeItem(REFERRAL_KEY);
    hideReferralBanner();
    expect(localStorage.getItem(REFERRAL_KEY)).toBeNull();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"code":7,"at":1}',
    '{"code":"PAXNOVA77"}',
    '{"code":"PAXNOVA77","at":9e15}',
  ])('is none where %s is stored', (stored) => {
    localStorage.setItem(REFERRAL_KEY, stored);
    expect(readReferralCode()).toBeUndefined();
  });

  it('lives as long as the page where nothing can be stored', () => {
    for (const name of ['getItem', 'setItem'] as const)
      jest.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      });
    keepReferralCode('PAXNOVA77');
    expect(readReferralCode()).toBe('PAXNOVA77');
    forgetReferralCode();
    expect(readReferralCode()).toBeUndefined();
  });

  it('is gone here when another tab has applied it', () => {
    keepReferralCode('PAXNOVA77');
    localStorage.removeItem(REFERRAL_KEY);
    expect(readReferralCode()).toBeUndefined();
  });

  it.each([
    ['dropped', null],
    ['closed', JSON.stringify({ code: 'PAXNOVA77', at: Date.now(), isClosed: true })],
  ])('leaves no empty band when another tab has %s it, and is unmoved by other keys', (_, stored) => {
    const { result } = renderHook(useIsReferralBannerShown);
    act(() => keepReferralCode('PAXNOVA77'));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'pax-cart' })));
    expect([result.current, dataset['referral']]).toEqual([true, '']);
    if (stored === null) localStorage.removeItem(REFERRAL_KEY);
    else localStorage.setItem(REFERRAL_KEY, stored);
    act(() => void dispatchEvent(new StorageEvent('storage', { key: REFERRAL_KEY })));
    expect([result.current, dataset['referral']]).toEqual([false, undefined]);
  });
});
