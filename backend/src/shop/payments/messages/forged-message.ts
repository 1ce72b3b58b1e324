import { ShopError } from '../../../platform/problem.js';
import type { RaisedAlert } from '../../../platform/outbox/alert.js';
import type { CountedAlerts } from '../../../platform/outbox/counted-alerts.js';

type AlertText = Pick<RaisedAlert, 'title' | 'detail'>;

/** The provider signed the message, so this machine's clock is wrong, or somebody sends an old message again. */
const OLD_MESSAGE: AlertText = {
  title: 'A payment message is too old: check the clock',
  detail:
    'Its signature is right, but by the clock of this machine it is older than five minutes. Nothing was changed, and the provider sends its own messages again. Set the clock; if it is right, somebody sends an old message again.',
};

/**
 * Tells staff, at once and then by a count a minute, of a message that its provider did not send, or that a wrong
 * secret of the shop makes look so. @returns the error as it is
 */
export async function tellIfForged(
  alerts: CountedAlerts,
  error: unknown,
  about: AlertText,
): Promise<unknown> {
  if (!(error instanceof ShopError) || error.code !== 'SIGNATURE_INVALID') return error;
  const isOld = error.details['reason'] === 'old';
  await alerts.raise(
    isOld
      ? { kind: 'failure', ...OLD_MESSAGE, isFoldable: true }
      : { kind: 'security', ...about, isFoldable: true },
  );
  return error;
}
