/** SQL: the commission on what was not refunded of an order `o`; rounded as `keptShare` does. */
export const KEPT_COMMISSION =
  '(o.commission_cents - coalesce(o.commission_cents::bigint * o.refunded_cents / nullif(o.cash_cents, 0), 0))';
/** SQL: an order `o` is delivered. */
const IS_DELIVERED = "o.status IN ('completed', 'archived')";
/**
 * SQL: an order `o` is not refunded; a disputed one may stand again, and a delivered one may be lost in part. What is
 * lost before is never delivered.
 */
export const IS_KEPT = `(o.payment_status IN ('paid', 'partly_refunded', 'disputed') OR o.payment_status = 'lost' AND ${IS_DELIVERED} AND ${KEPT_COMMISSION} > 0)`;
/** SQL: the commission of an order `o` is booked, with its delivery. */
export const IS_AVAILABLE = `(${IS_DELIVERED} AND o.earnings <> 'pending')`;
