import { ProviderBusy, ProviderRefusal } from '../../provider-errors.js';

/** An answer of PayPal that is an error. */
export class PaypalError extends Error {
  constructor(
    readonly status: number,
    /** Why, in PayPal's words, such as INSTRUMENT_DECLINED. */
    readonly issues: readonly string[],
  ) {
    super(`PayPal answered ${status} ${issues.join(', ')}`);
  }
}

/** Statuses after which the same request will never be accepted. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Maps an error of a call to those of providers; others are returned unchanged. None is a fault: PayPal keeps no error
 * under a request id, so the same id may be tried again.
 */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof PaypalError)) return error;
  if (error.status === 409) return new ProviderBusy(error.message);
  return REFUSED.has(error.status) ? new ProviderRefusal(error.message) : error;
}
