import { describe, expect, it } from '@jest/globals';
import { findPage, pagePaths, getPayLinkAddress } from './pages.js';

describe('addresses of pages', () => {
  it.each(pagePaths)('%s is a page, also with capitals and with a slash at its end', (path) => {
    expect(findPage(path)).toBe(path);
    expect(findPage(path.toUpperCase())).toBe(path);
    expect(findPage(path === '/' ? path : `${path}//`)).toBe(path);
  });

  it('that of a pay link is the page of pay links, whatever the token', () => {
    expect(findPage(getPayLinkAddress('q7Zk2mX9-bTn4VwLr0_Hcd'))).toBe('/pay');
    expect(findPage('/pay/x/y')).toBeUndefined();
  });

  it.each([
    '',
    '/nowhere',
    '//login',
    '/login/x',
    '/admin/orders',
    '/api',
    ' /login',
    '/login?next=/',
    'login',
  ])('"%s" is none', (path) => expect(findPage(path)).toBeUndefined());
});
