import { z } from 'zod';

/** Every code an answer may carry, with its HTTP status. Clients switch on the code, never on the text. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  CONSENT_REQUIRED: 400,
  SIGNATURE_INVALID: 400,
  OAUTH_STATE_INVALID: 400,
  OAUTH_FAILED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  ADMIN_CODE_INVALID: 401,
  FORBIDDEN: 403,
  ORIGIN_FORBIDDEN: 403,
  BLOCKED: 403,
  NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  REWARD_CODE_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  SOLD_OUT: 409,
  PRICE_CHANGED: 409,
  AMOUNT_TOO_SMALL: 409,
  ALREADY_PAID: 409,
  CHECKOUT_OPEN: 409,
  HOLD_LIMIT: 409,
  ILLEGAL_MOVE: 409,
  STALE: 409,
  USERNAME_TAKEN: 409,
  CONFLICT: 409,
  INSUFFICIENT_BALANCE: 409,
  INSUFFICIENT_POINTS: 409,
  TIER_TOO_LOW: 409,
  ALREADY_OWNED: 409,
  REWARD_CODE_USED: 409,
  REWARD_CODE_EXPIRED: 409,
  REWARD_CODE_HELD: 409,
  LEASE_TAKEN: 409,
  FENCED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  METHOD_DISABLED: 409,
  PAYMENT_PROVIDER_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error answer: RFC 9457 problem details with the shop's code and whatever the code promises. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  correlationId: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
