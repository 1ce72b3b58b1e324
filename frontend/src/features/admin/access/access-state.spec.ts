import { describe, expect, it } from '@jest/globals';
import { accessOf } from './access-state';

const data = { isAuthorizedUser: true, role: 'admin', blocked: false } as const;

describe('accessOf (ADMIN-2.4 to 2.7, ADMIN-4.13)', () => {
  it.each([
    ['checking', { data: undefined, isError: false }],
    ['failed', { data: undefined, isError: true }],
    ['visitor', { data: null, isError: false }],
    ['denied', { data: { ...data, isAuthorizedUser: false }, isError: false }],
    ['weak', { data: { ...data, isAuthorizedUser: false, signInWith: ['discord'] }, isError: false }],
    ['blocked', { data: { ...data, blocked: true }, isError: false }],
    ['open', { data, isError: false }],
    ['open', { data, isError: true }],
  ] as const)('is %s', (access, check) => expect(accessOf(check)).toBe(access));
});
