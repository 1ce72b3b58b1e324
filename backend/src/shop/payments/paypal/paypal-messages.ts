import { isPaypalTestAddress } from '@pax/contracts/settings';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ShopError } from '../../../platform/shop-error.js';
import { storableText } from '../../../platform/database/sql.js';
import type { Settings } from '../../../settings.js';
import type {
  ProviderMessageReader,
  ProviderReport,
  RawMessage,
  VerifiedMessage,
} from '../payment-provider.js';
import { parseFormFields } from './parse-form-fields.js';
import { readNotification, REUSED_FIELD } from './paypal-notification.js';
import { isVerified } from './paypal-message-verification.js';

const payloadSchema = z.record(z.string(), z.string());
/** Schema of a message's fields in the form in which they are stored, to compare repeats. */
const storableFields = z.record(z.string().transform(storableText), z.string().transform(storableText));
/** Matches ids and words that PayPal uses; any other text is stored as a hash. */
const WORD = /^[\w-]{1,60}$/;

/** Verifies and reads PayPal's instant payment notifications. */
export class PaypalMessages implements ProviderMessageReader {
  constructor(private readonly paypal: Settings['paypal']) {}

  async verifyMessage({ body }: RawMessage): Promise<VerifiedMessage> {
    if (this.paypal.business === undefined) throw new ShopError('METHOD_DISABLED', 'PayPal is switched off.');
    const payload = body && parseFormFields(body);
    if (!body || !payload || !(await isVerified(this.paypal.ipnUrl, body)))
      throw new ShopError('SIGNATURE_INVALID', 'PayPal did not send this notification.');
    return { ...messageIdAndType(payload, body), payload };
  }

  readMessage(payload: unknown): ProviderReport {
    const { business, ipnUrl } = this.paypal;
    return readNotification(payloadSchema.parse(payload), { business, isTest: isPaypalTestAddress(ipnUrl) });
  }
}

/** Fields that are equal in all repeats of a notification. */
const STABLE_FIELDS = [
  'invoice',
  'item_number',
  'mc_gross',
  'mc_currency',
  'parent_txn_id',
  'receiver_email',
];

/**
 * Detects a verified notification that reuses the id of a stored one for another order or amount, which only raises
 * an alert.
 * @returns undefined for a mere repeat, or if the stored fields were erased
 */
export function reportOfReuse(
  { id, type, payload }: VerifiedMessage,
  stored: unknown,
): VerifiedMessage | undefined {
  const [told, before] = [storableFields.safeParse(payload).data, payloadSchema.safeParse(stored).data];
  if (!told || !before || Object.keys(before).length === 0) return undefined;
  const words = (fields: Record<string, string>) =>
    JSON.stringify(STABLE_FIELDS.map((name) => fields[name] ?? ''));
  if (words(told) === words(before)) return undefined;
  const hash = createHash('sha256')
    .update(`${id} ${words(told)}`)
    .digest('hex');
  return { id: `reused:${hash}`, type, payload: { ...told, [REUSED_FIELD]: before['invoice'] ?? '' } };
}

/** Builds the id of a notification from transaction and status, because Pending and Completed share a `txn_id`. */
function messageIdAndType(
  { txn_id: id = '', payment_status: status = '', txn_type: type = '' }: Record<string, string>,
  body: Buffer,
): Pick<VerifiedMessage, 'id' | 'type'> {
  if (WORD.test(id) && WORD.test(status)) return { id: `${id}:${status}`, type: status };
  const hash = createHash('sha256').update(body).digest('hex');
  return { id: `sha256:${hash}`, type: WORD.test(type) ? type : 'unknown' };
}
