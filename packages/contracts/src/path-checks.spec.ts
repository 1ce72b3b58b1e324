import { describe, expect, it } from '@jest/globals';
import { getPageAfterSignIn, readShopPath } from './path-checks.js';

describe('the page after signing in (OWN-12)', () => {
  it.each([
    '/',
    '/account',
    '/admin',
    '/#goods',
    '/account?tab=orders#top',
    '/loginless',
    '/apiary',
    '/pay/a%20b?next=%2Fapi%2F%zz#%',
    '/r/J%C3%BCrgen',
  ])('is %s', (path) => expect(getPageAfterSignIn(path)).toBe(path));

  it('is named as browsers resolve it', () => {
    expect(getPageAfterSignIn('/x/../account/./a b')).toBe('/account/a%20b');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/api',
    '/api/auth/logout',
    '/API/auth/logout',
    '/x/../api/auth/logout',
    '/%61pi/auth/logout',
    '/%41PI/auth/logout',
    '/x%2f..%2fapi/auth/logout',
    '/x/%2e%2e/api/auth/logout',
    '/%2561pi/auth/logout',
    '/%252e%252e/api',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/a%5c..%5capi/auth/logout',
    '/a%00b',
    '/%',
    '/%zz',
    '/%c3',
    '/login',
    '/login?next=/login',
    '/%6cogin?next=/account',
    '/LOGI%4e/',
    'account',
    '',
    `/${'a'.repeat(600)}`,
    ['/account'],
    null,
    undefined,
  ])('is the home page instead of %j', (path) => expect(getPageAfterSignIn(path)).toBe('/'));
});

describe('a path of the shop (OWN-12)', () => {
  it('is read decoded once, and kept as it was asked for', () => {
    expect(readShopPath('/%61rt/a%20b.svg?v=%41#%42')).toEqual({
      address: '/%61rt/a%20b.svg?v=%41#%42',
      path: '/art/a b.svg',
    });
  });
});
