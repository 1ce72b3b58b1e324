import { ShopError } from '../../../common/problem.js';
import type { RaisedAlert } from '../../../infra/outbox/alert.js';
import type { CountedAlerts } from '../../../infra/outbox/counted-alerts.js';

/**
 * Tells staff, at once and then by a count a minute, of a message that its provider did not send, or that a wrong
 * secret of the shop makes look so (OWN-715). @returns the error as it is
 */
export async function tellIfForged(
  alerts: CountedAlerts,
  error: unknown,
  about: Pick<RaisedAlert, 'title' | 'detail'>,
): Promise<unknown> {
  if (error instanceof ShopError && error.code === 'SIGNATURE_INVALID')
    await alerts.raise({ kind: 'security', ...about, isFoldable: true });
  return error;
}
