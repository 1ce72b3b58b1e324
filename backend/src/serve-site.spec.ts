import { describe, expect, it } from '@jest/globals';
import { isPageRequest, canonicalAddressFor } from './serve-site.js';

const live = { publicUrl: 'https://shop.example', isHttps: true, isProduction: true };
const asked = (hostname: string, more: object = {}) => ({
  url: '/support?q=1',
  method: 'GET',
  hostname,
  headers: { 'sec-fetch-mode': 'navigate' },
  ...more,
});

describe('a page under another address than the shop’s (OWN-948)', () => {
  it.each(['www.shop.example', 'old-name.example', 'shop.example.org'])(
    'is led from %s to the shop',
    (name) => {
      expect(canonicalAddressFor(asked(name), live)).toBe('https://shop.example/support?q=1');
      expect(canonicalAddressFor(asked(name, { headers: {} }), live)).toBe(
        'https://shop.example/support?q=1',
      );
    },
  );

  it.each([
    'shop.example',
    'SHOP.example',
    '10.0.0.5',
    '[::1]',
    'backend',
    'localhost',
    'shop.svc',
    'web.internal',
  ])('is served under %s: the shop’s own, an address, or an inner name by which a proxy asks', (name) =>
    expect(canonicalAddressFor(asked(name.toLowerCase()), live)).toBeUndefined(),
  );

  it('is led only by navigations that read, and only by a production shop of https', () => {
    const other = 'old-name.example';
    expect(canonicalAddressFor(asked(other, { method: 'POST' }), live)).toBeUndefined();
    expect(canonicalAddressFor(asked(other, { method: 'HEAD' }), live)).toBeUndefined();
    expect(
      canonicalAddressFor(asked(other, { headers: { 'sec-fetch-mode': 'cors' } }), live),
    ).toBeUndefined();
    for (const off of [{ isHttps: false }, { isProduction: false }])
      expect(canonicalAddressFor(asked(other), { ...live, ...off })).toBeUndefined();
    const none = ['/api', '/api/products', '/socket.io/?x', '/assets/a.js', '/art/logo.svg'];
    for (const url of [...none, '/%61pi/products', '/%61pi/%zz', '/art/logo%2esvg'])
      expect(isPageRequest({ url, method: 'GET' })).toBe(false);
  });

  it('reads a long path once, however many dots it has (OWN-380)', () => {
    const url = `/${'.'.repeat(15_500)}/`;
    const began = performance.now();
    expect(isPageRequest({ url, method: 'GET' })).toBe(true);
    expect(isPageRequest({ url: `${url}${'a.'.repeat(8_000)}`, method: 'GET' })).toBe(false);
    expect(performance.now() - began).toBeLessThan(50);
  });
});
