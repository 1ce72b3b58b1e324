import { describe, expect, it } from '@jest/globals';
import { safeNext } from './safe-next.js';

const shop = 'https://shop.example';

describe('safeNext (OWN-12)', () => {
  it.each(['/', '/account', '/account?tab=orders#top', '/%2f%2fevil.example'])('keeps %s', (path) =>
    expect(safeNext(path, shop)).toBe(path),
  );
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
    '/api/auth/logout',
    '/API/auth/logout',
    '/x/../api/auth/logout',
    'account',
    '',
    `/${'a'.repeat(600)}`,
    ['/account'],
    undefined,
  ])('answers / for %j', (path) => expect(safeNext(path, shop)).toBe('/'));
});
