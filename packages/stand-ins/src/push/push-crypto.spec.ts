import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createBrowserKeys, decryptMessage, findVapidFault } from './push-crypto.js';

const origin = 'https://push.example';
const now = Date.UTC(2026, 10, 30);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const subscribedKey = Buffer.concat([
  Buffer.of(4),
  Buffer.from(x, 'base64url'),
  Buffer.from(y, 'base64url'),
]).toString('base64url');
const CLAIMS = { aud: origin, exp: now / 1000 + 3_600, sub: 'mailto:help@shop.example' };

function proof(claims: object, { alg = 'ES256', key = subscribedKey, isTouched = false } = {}): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ typ: 'JWT', alg })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  if (isTouched) signature[0] = (signature[0] ?? 0) ^ 1;
  return `vapid t=${text}.${signature.toString('base64url')}, k=${key}`;
}
const faultOf = (header: string | undefined): string | undefined =>
  findVapidFault(header, { origin, subscribedKey, now });

describe('the proof of a sender of push messages', () => {
  it('is taken until a day before it ends', () => {
    expect(faultOf(proof(CLAIMS))).toBeUndefined();
    expect(faultOf(proof({ ...CLAIMS, exp: now / 1000 + 86_400 }))).toBeUndefined();
  });

  it.each([
    ['missing', undefined],
    ['of another kind', 'WebPush abc'],
    ['of another key', proof(CLAIMS, { key: `B${'a'.repeat(86)}` })],
    ['for another service', proof({ ...CLAIMS, aud: 'https://other.example' })],
    ['over', proof({ ...CLAIMS, exp: now / 1000 })],
    ['longer than a day', proof({ ...CLAIMS, exp: now / 1000 + 86_401 })],
    ['without a contact', proof({ ...CLAIMS, sub: 'help' })],
    ['of another algorithm', proof(CLAIMS, { alg: 'none' })],
    ['not signed', proof(CLAIMS, { isTouched: true })],
    ['no text', 'vapid t=a.b.c, k=' + subscribedKey],
  ])('is refused if it is %s', (_, header) => {
    expect(faultOf(header)).toEqual(expect.any(String));
  });
});

it('drops a message that is too short or of another key', () => {
  const keys = createBrowserKeys();
  expect(() => decryptMessage(Buffer.alloc(101), keys)).toThrow('too short');
  expect(() => decryptMessage(Buffer.alloc(200), keys)).toThrow('another length');
});
