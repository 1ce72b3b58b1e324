import { describe, expect, it } from '@jest/globals';
import { ERROR_STATUS, problem } from './errors.js';

const codes = Object.entries(ERROR_STATUS);

describe('error codes (SHOP-8.19)', () => {
  it.each(codes)('%s has the status %d of an error', (code, status) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(Number.isInteger(status) && status >= 400 && status < 600).toBe(true);
  });

  it.each([
    ['VALIDATION', 400],
    ['CONSENT_REQUIRED', 400],
    ['SIGNATURE_INVALID', 400],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['PRODUCT_NOT_FOUND', 404],
    ['SOLD_OUT', 409],
    ['PRICE_CHANGED', 409],
    ['AMOUNT_TOO_SMALL', 409],
    ['ALREADY_PAID', 409],
    ['CHECKOUT_OPEN', 409],
    ['HOLD_LIMIT', 409],
    ['ILLEGAL_MOVE', 409],
    ['REFUND_TOO_LARGE', 409],
    ['ALREADY_RESTOCKED', 409],
    ['STALE', 409],
    ['UNDO_OVER', 409],
    ['USERNAME_TAKEN', 409],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['RATE_LIMITED', 429],
  ] as const)('%s is answered with %d', (code, status) => {
    expect(ERROR_STATUS[code]).toBe(status);
  });
});

describe('problem', () => {
  it('keeps what a code promises beside the text', () => {
    const body = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'SOLD_OUT',
      message: 'Sold out.',
      available: 2,
    };
    expect(problem.parse(body)).toEqual(body);
  });

  it('takes a code it does not know yet, and nothing without one', () => {
    const body = { type: 'about:blank', title: 'Teapot', status: 418, code: 'NEW_CODE', message: 'New.' };
    expect(problem.safeParse(body).success).toBe(true);
    expect(problem.safeParse({ ...body, code: undefined }).success).toBe(false);
  });
});
