import { describe, expect, it } from '@jest/globals';
import { safePath } from './safe-path';

describe('safePath (OWN-12)', () => {
  it.each(['/', '/account?tab=orders', '/admin', '/#goods'])('goes to %s', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'account',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/api/auth/logout',
    '/login?next=/login',
    `/${'a'.repeat(600)}`,
  ])('turns %j into the home page', (path) => {
    expect(safePath(path)).toBe('/');
  });
});
