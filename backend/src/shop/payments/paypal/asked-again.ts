import { ShopError } from '../../../platform/problem.js';
import type { CountedAlerts } from '../../../platform/outbox/counted-alerts.js';

/**
 * How a message is answered that could not be verified: with what makes PayPal send it again, and an alert. It is not
 * stored, since what nobody verified could fill the table. No 5xx, since nothing is broken here.
 * @returns the error to throw; any other error is returned as it is
 */
export async function askedAgain(alerts: CountedAlerts, error: unknown): Promise<unknown> {
  if (!(error instanceof ShopError) || error.code !== 'PAYMENT_PROVIDER_UNAVAILABLE') return error;
  await alerts.raise({
    kind: 'failure',
    title: 'PayPal can not be asked',
    detail: 'A message could not be verified. Nothing was changed; PayPal sends it again for days.',
    // Anybody can cause these, so they share a post.
    isFoldable: true,
  });
  return new ShopError('RATE_LIMITED', error.message, error.details);
}
