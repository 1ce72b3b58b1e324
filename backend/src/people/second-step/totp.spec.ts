import { describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { generateRecoveryCode, normaliseRecoveryCode } from './recovery-codes.js';
import { generateTotpKey, findTimeStep, buildTotpUri } from './totp.js';

describe('codes of an authenticator app (OWN-567)', () => {
  const now = new Date('2026-11-24T09:00:15.000Z');
  const step = Math.floor(now.getTime() / 30_000);
  const key = generateTotpKey();
  const codeAt = (steps: number): string =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now.getTime() + steps * 30_000 });

  it('are those of RFC 6238', () => {
    const known = Secret.fromLatin1('12345678901234567890').base32;
    expect(findTimeStep(known, '287082', new Date(59_000))).toBe(1);
    expect(findTimeStep(known, '081804', new Date(1_111_111_109_000))).toBe(37_037_036);
  });

  it('count one step before and after now, and no further', () => {
    expect([-2, -1, 0, 1, 2].map((steps) => findTimeStep(key, codeAt(steps), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('are never %j', (code) => {
    expect(findTimeStep(key, code, now)).toBeUndefined();
  });

  it('come of a key of 160 bits, which the app reads with the shop’s and the person’s name', () => {
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(buildTotpUri(key, 'Jörg & nova'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toBe('/Pax Market:Jörg & nova');
    expect(uri.searchParams.get('secret')).toBe(key);
  });
});

describe('recovery codes (OWN-567)', () => {
  it('have 80 random bits and are read as people write them', () => {
    const codes = Array.from({ length: 200 }, generateRecoveryCode);
    expect(
      codes.filter((code) => !/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code)),
    ).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
    expect(normaliseRecoveryCode(' K7QM-2VXT 9hbr–OIL1 '.replace('–', '-'))).toBe('k7qm2vxt9hbr0111');
  });
});
