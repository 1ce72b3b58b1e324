/** SQL: the commission on what was not refunded of an order `o`; rounded as `keptShare` does. */
export const KEPT_COMMISSION =
  '(o.commission_cents - coalesce(o.commission_cents::bigint * o.refunded_cents / nullif(o.cash_cents, 0), 0))';
/** SQL: an order `o` is not refunded; a disputed one may stand again, and a dispute may be lost in part. */
export const IS_KEPT = `(o.payment_status IN ('paid', 'partly_refunded', 'disputed') OR o.payment_status = 'lost' AND ${KEPT_COMMISSION} > 0)`;
/** SQL: the commission of an order `o` is booked, with its delivery. */
export const IS_AVAILABLE = "(o.status IN ('completed', 'archived') AND o.earnings <> 'pending')";
