/** Days in which a deletion that was asked for can be taken back. */
export const DELETION_DAYS = 7;
/** Days for which nobody may take the username of a deleted account. */
export const NAME_RESTS_DAYS = 90;

/** Why an account can't be deleted yet: money or goods are still on the way, or something is owed. */
export const DELETION_OBSTACLES = [
  'open_checkout',
  'open_order',
  'open_refund',
  'open_dispute',
  'negative_balance',
] as const;
