import { isPaypalTest } from '@pax/contracts/settings';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ShopError } from '../../../common/problem.js';
import type { Settings } from '../../../settings.js';
import type {
  ProviderMessageReader,
  ProviderReport,
  RawMessage,
  VerifiedMessage,
} from '../payment-provider.js';
import { readFields } from './paypal-fields.js';
import { readNotification } from './paypal-notification.js';
import { isVerified } from './paypal-verification.js';

const payloadSchema = z.record(z.string(), z.string());
/** Ids and words of PayPal; anything else is stored under a hash. */
const WORD = /^[\w-]{1,60}$/;

/** PayPal's instant payment notifications. */
export class PaypalMessages implements ProviderMessageReader {
  constructor(private readonly paypal: Settings['paypal']) {}

  async verify({ body }: RawMessage): Promise<VerifiedMessage> {
    if (this.paypal.business === undefined) throw new ShopError('METHOD_DISABLED', 'PayPal is switched off.');
    const payload = body && readFields(body);
    if (!body || !payload || !(await isVerified(this.paypal.ipnUrl, body)))
      throw new ShopError('SIGNATURE_INVALID', 'PayPal did not send this notification.');
    return { ...nameOf(payload, body), payload };
  }

  read(payload: unknown): ProviderReport {
    const { business, ipnUrl } = this.paypal;
    return readNotification(payloadSchema.parse(payload), { business, isTest: isPaypalTest(ipnUrl) });
  }
}

/** One transaction is told of once per status: Pending and Completed are two messages of one `txn_id`. */
function nameOf(
  { txn_id: id = '', payment_status: status = '', txn_type: type = '' }: Record<string, string>,
  body: Buffer,
): Pick<VerifiedMessage, 'id' | 'type'> {
  if (WORD.test(id) && WORD.test(status)) return { id: `${id}:${status}`, type: status };
  const hash = createHash('sha256').update(body).digest('hex');
  return { id: `sha256:${hash}`, type: WORD.test(type) ? type : 'unknown' };
}
