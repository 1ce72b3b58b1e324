/** SQL: an order `o` is not refunded. */
export const IS_KEPT = "o.payment_status IN ('paid', 'partly_refunded')";
