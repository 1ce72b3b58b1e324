/** Days for which a requested deletion can be revoked. */
export const DELETION_DAYS = 7;
/** Days for which the username of a deleted account stays reserved. */
export const NAME_RESTS_DAYS = 90;

/** Reasons why an account can't be deleted yet: money or goods under way, or debts. */
export const DELETION_OBSTACLES = [
  'open_checkout',
  'open_order',
  'open_refund',
  'open_dispute',
  'negative_balance',
] as const;
