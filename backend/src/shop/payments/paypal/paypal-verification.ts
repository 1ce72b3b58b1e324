import { Logger } from '@nestjs/common';
import { SHOP_VERSION } from '@pax/contracts';
import { errorText } from '../../../platform/error-text.js';
import { inTurn, unverifiable } from './question-limit.js';

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
  const answer = await inTurn(() =>
    ask(url, body).catch((error: unknown) => {
      logger.warn(`PayPal could not be asked about a notification: ${errorText(error)}`);
      return undefined;
    }),
  );
  if (answer === 'VERIFIED') return true;
  if (answer === 'INVALID') return false;
  if (answer !== undefined)
    logger.warn(`PayPal answered neither VERIFIED nor INVALID: ${JSON.stringify(answer)}`);
  throw unverifiable();
}

async function ask(url: string, body: Buffer): Promise<string> {
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
