import { ShopError } from '../../../platform/problem.js';
import type { CountedAlerts } from '../../../platform/outbox/alerts.js';
import { FairQueue } from '../../../platform/fair-queue.js';
import { currentCaller } from '../../../platform/limits/current-caller.js';
import { providerUnavailable } from '../payment-providers.js';
import { Logger } from '@nestjs/common';
import { SHOP_VERSION } from '@pax/contracts';
import { errorText } from '../../../platform/describe-error.js';

/**
 * How a message is answered that could not be verified: with what makes PayPal send it again, and an alert. It is not
 * stored, since what nobody verified could fill the table. No 5xx, since nothing is broken here.
 * @returns the error to throw; any other error is returned as it is
 */
export async function alertAndRequestResend(alerts: CountedAlerts, error: unknown): Promise<unknown> {
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

/** Questions at the same time, and those that wait; anybody can cause them. */
const CONCURRENCY = 10;
const MAX_WAITING = 100;

export const unverifiableError = () =>
  providerUnavailable('This message can not be verified right now. Please send it again.');

const verifications = new FairQueue({ atOnce: CONCURRENCY, total: MAX_WAITING, refusal: unverifiableError });

/**
 * Asks PayPal whether it sent a message, when it is its turn: networks in turn, so that a flood waits for itself.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when too much is to be asked
 */
export async function runInTurn<T>(question: () => Promise<T>): Promise<T> {
  return verifications.run(currentCaller(), question);
}

const TIMEOUT_MS = 8_000;
const PREFIX = Buffer.from('cmd=_notify-validate&');
/** The longest answer; anything longer is another program's page. */
const MAX_ANSWER_CHARS = 100;
const logger = new Logger('PaypalVerification');

/**
 * Asks PayPal whether it sent exactly these bytes. Redirects are errors: they would drop the body.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when there is no answer, neither of the two, or too much to ask
 */
export async function isVerified(url: string, body: Buffer): Promise<boolean> {
  const answer = await runInTurn(() =>
    requestVerification(url, body).catch((error: unknown) => {
      logger.warn(`PayPal could not be asked about a notification: ${errorText(error)}`);
      return undefined;
    }),
  );
  if (answer === 'VERIFIED') return true;
  if (answer === 'INVALID') return false;
  if (answer !== undefined)
    logger.warn(`PayPal answered neither VERIFIED nor INVALID: ${JSON.stringify(answer)}`);
  throw unverifiableError();
}

async function requestVerification(url: string, body: Buffer): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      // PayPal refuses calls that do not say who they are.
      'user-agent': `Pax Market/${SHOP_VERSION}`,
    },
    body: Buffer.concat([PREFIX, body]),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = (await answer.text()).trim();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return text.slice(0, MAX_ANSWER_CHARS);
}
