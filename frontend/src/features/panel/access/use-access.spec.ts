import { describe, expect, it } from '@jest/globals';
import { FRESH_MS } from '../../../lib/http/query-client';
import { toPanelAccess, RECHECK_MS } from './use-access';
import { RELOAD_MS } from './admin-code-dialog';

const data = { isAuthorizedUser: true, role: 'admin' as const, rights: [], blocked: false };

describe('toPanelAccess (ADMIN-2.4 to 2.7, ADMIN-4.13)', () => {
  it.each([
    ['checking', { data: undefined, isError: false }],
    ['failed', { data: undefined, isError: true }],
    ['visitor', { data: null, isError: false }],
    ['denied', { data: { ...data, isAuthorizedUser: false }, isError: false }],
    ['weak', { data: { ...data, isAuthorizedUser: false, signInWith: ['discord'] }, isError: false }],
    ['step', { data: { ...data, isAuthorizedUser: false, needsSecondStep: true }, isError: false }],
    ['blocked', { data: { ...data, blocked: true }, isError: false }],
    ['open', { data, isError: false }],
    ['open', { data, isError: true }],
  ] as const)('is %s', (access, check) => expect(toPanelAccess(check)).toBe(access));
});

it('is checked every 30 s; a quick login reloads after 1 s, products are kept for 5 minutes (ADMIN-9.11)', () => {
  expect([RECHECK_MS, RELOAD_MS, FRESH_MS]).toEqual([30_000, 1_000, 300_000]);
});
