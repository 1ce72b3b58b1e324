import { ShopError } from '../../../platform/shop-error.js';
import type { CountedAlerts } from '../../../platform/outbox/alerts.js';
import { FairQueue } from '../../../platform/fair-queue.js';
import { currentCaller } from '../../../platform/limits/current-caller.js';
import { providerUnavailable } from '../payment-provider-registry.js';
import { Logger } from '@nestjs/common';
import { SHOP_VERSION } from '@pax/contracts';
import { errorText } from '../../../platform/describe-error.js';

/**
 * Alerts staff about a message that could not be verified, and makes an error by which PayPal sends it again. The
 * message is not stored, because anybody could fill the table.
 * @returns the error to throw; any other error is returned unchanged
 */
export async function alertAndRequestResend(alerts: CountedAlerts, error: unknown): Promise<unknown> {
  if (!(error instanceof ShopError) || error.code !== 'PAYMENT_PROVIDER_UNAVAILABLE') return error;
  await alerts.raiseCounted({
    kind: 'failure',
    title: 'PayPal can not be asked',
    detail: 'A message could not be verified. Nothing was changed; PayPal sends it again for days.',
    // Shows such alerts in one post, because anybody can cause them.
    isFoldable: true,
  });
  return new ShopError('RATE_LIMITED', error.message, error.details);
}

/** Limits of running and of waiting verifications, which anybody can cause. */
const CONCURRENCY = 10;
const MAX_WAITING = 100;

export const unverifiableError = () =>
  providerUnavailable('This message can not be verified right now. Please send it again.');

const verifications = new FairQueue({ atOnce: CONCURRENCY, total: MAX_WAITING, refusal: unverifiableError });

/**
 * Runs a call that verifies a message when its turn comes. Networks take turns, so that a flood delays only itself.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE if too many calls wait
 */
export async function runInTurn<T>(question: () => Promise<T>): Promise<T> {
  return verifications.runTask(currentCaller(), question);
}

const TIMEOUT_MS = 8_000;
const PREFIX = Buffer.from('cmd=_notify-validate&');
/** Longest answer of PayPal, characters; anything longer comes from another program. */
const MAX_ANSWER_CHARS = 100;
const logger = new Logger('PaypalVerification');

/**
 * Asks PayPal whether it sent exactly these bytes. Redirects are errors, because they would drop the body.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE without a known answer, or if too many calls wait
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
      // Sends a user agent, because PayPal refuses calls without one.
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
