import { parseAmount, ref as refSchema } from '@pax/contracts';
import type { ProviderReport } from '../payment-provider.js';
import { PAYPAL, formSessionId, sessionInState } from './paypal-session-id.js';

type Fields = Readonly<Record<string, string>>;

/** The shop's PayPal account, and whether it belongs to PayPal's test environment. */
interface Account {
  readonly business: string | undefined;
  readonly isTest: boolean;
}

/** Payment statuses after which the money will not come any more. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['Denied', 'Failed', 'Voided', 'Expired']);
/**
 * Reasons of a pending payment that promises no money: the form was edited, so that PayPal waits for the shop to
 * capture the money.
 */
const UNPROMISED_REASONS: ReadonlySet<string> = new Set(['authorization', 'order']);
/** Payment statuses about the money of an earlier transaction. */
const MONEY_BACK_STATUSES: ReadonlySet<string> = new Set(['Refunded', 'Reversed', 'Canceled_Reversal']);
const CURRENCY = /^[A-Z]{3}$/;
const PAYMENT_STATUSES: ReadonlySet<string> = new Set(['Completed', 'Pending', ...REFUSED_STATUSES]);

/** Name of a field that the shop adds to a notification whose id was used before for another payment. */
export const REUSED_FIELD = 'told_before';

/** Reads a verified notification, which may still belong to another account, payment or environment. */
export function readNotification(fields: Fields, account: Account): ProviderReport {
  const { payment_status: status = '' } = fields;
  // Ignores messages without a status, which concern accounts, agreements and cases, never money.
  if (status === '') return { about: 'nothing', ignored: 'ignored' };
  if (fields[REUSED_FIELD] !== undefined)
    return oddPaymentReport(fields, 'used twice', 'was told of before, of another order or amount');
  if ((fields['test_ipn'] === '1') !== account.isTest)
    return foreignPaymentReport(
      fields,
      'other mode',
      'is of the other of PayPal’s environments, live or test',
    );
  if (!isReceivedBy(account.business, fields))
    return foreignPaymentReport(fields, 'other receiver', 'went to another account');
  if (MONEY_BACK_STATUSES.has(status)) return moneyBackReport(fields);
  if (!PAYMENT_STATUSES.has(status))
    return oddPaymentReport(fields, 'unknown status', 'has a status that the shop does not know');
  const { item_number: ref = '', invoice = ref, mc_currency: code = '', txn_id: providerRef = '' } = fields;
  const amountCents = parseCents(fields['mc_gross']);
  if (!refSchema.safeParse(ref).success || invoice !== ref || providerRef === '')
    return oddPaymentReport(
      fields,
      'not ours',
      'names no checkout of the shop; refund it if it is none of your other sales',
    );
  if (amountCents === undefined || !CURRENCY.test(code))
    return oddPaymentReport(fields, 'no amount', 'has no amount that the shop can read');
  const currency = code.toLowerCase();
  const id = formSessionId(ref, amountCents, currency);
  const attempt = providerRef;
  if (REFUSED_STATUSES.has(status))
    return { about: 'session', ref, session: { ...sessionInState('failed', id), attempt } };
  if (status === 'Pending')
    return UNPROMISED_REASONS.has(fields['pending_reason'] ?? '')
      ? { about: 'nothing', ignored: 'not promised' }
      : { about: 'session', ref, session: { ...sessionInState('confirming', id), attempt } };
  const payment = { provider: PAYPAL, providerRef, amountCents, currency };
  return { about: 'session', ref, session: { id, url: null, state: 'paid', payment } };
}

/** Reads a notification about money that PayPal refunded, took, or returned after taking it. */
function moneyBackReport(fields: Fields): ProviderReport {
  const { payment_status: status, txn_id: refundRef = '', parent_txn_id: paymentRef = '' } = fields;
  const amount = readMoney(fields);
  if (status === 'Refunded' && refundRef !== '' && paymentRef !== '' && amount) {
    const madeAt = parsePaypalTime(fields['payment_date']);
    const when = madeAt && { madeAt };
    return { about: 'refund', state: 'made', refundRef, paymentRef, ...amount, ...when, isOwnAccount: true };
  }
  // Detects a complaint that PayPal decided for the buyer, which PayPal reports as a return of a negative amount.
  const isLoss = status === 'Canceled_Reversal' && fields['mc_gross']?.startsWith('-');
  if (status !== 'Refunded' && paymentRef !== '' && amount && !isLoss) {
    const disputeRef = readCaseId(fields['case_id']) ?? paymentRef;
    const feeCents = parseCents(fields['mc_fee']?.replace(/^-/, ''));
    return {
      about: 'dispute',
      disputeRef,
      paymentRef,
      ...amount,
      ...(feeCents && { feeCents }),
      isMovement: true,
      ...disputeStateAndTime(fields),
    };
  }
  const detail = `PayPal took or gave back money of payment ${printableId(paymentRef)} (transaction ${printableId(refundRef)}) in a way that the shop does not understand. It has booked nothing: look at PayPal.`;
  return {
    about: 'alert',
    alert: { kind: 'dispute', title: `PayPal: ${status}`, detail },
    ignored: 'left to staff',
  };
}

/** Reads the amount that moved, in either direction; undefined for 0 or an unreadable amount. */
function readMoney({ mc_gross: gross, mc_currency: code = '' }: Fields) {
  const amountCents = parseCents(gross?.replace(/^-/, ''));
  if (!amountCents || !CURRENCY.test(code)) return undefined;
  return { amountCents, currency: code.toLowerCase() };
}

/**
 * Derives state and time of a dispute: it begins when PayPal takes the money, and is won when PayPal returns it.
 */
function disputeStateAndTime({ payment_status: status, payment_date: date }: Fields) {
  const at = parsePaypalTime(date);
  return status === 'Reversed'
    ? ({ state: 'open', ...(at && { openedAt: at }) } as const)
    : ({ state: 'won', ...(at && { closedAt: at }) } as const);
}

/** Reads the id of a PayPal case; undefined for any other text. */
const readCaseId = (id = ''): string | undefined => (/^[\w-]{1,60}$/.test(id) ? id : undefined);

const DATE = /^(\d\d:\d\d:\d\d) ([A-Z][a-z]{2} \d{1,2}, \d{4}) (P[SD]T)$/;

/** Parses a time such as `18:30:30 Jan 1, 2000 PST`; undefined if it is unreadable. */
export function parsePaypalTime(text = ''): Date | undefined {
  const [, time, day, zone] = DATE.exec(text) ?? [];
  const moment = new Date(`${day} ${time} ${zone}`);
  return time === undefined || Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Reports money that was not meant for the shop. Such alerts share one post, because anybody can cause them. */
function foreignPaymentReport(fields: Fields, ignored: string, what: string): ProviderReport {
  const alert = { kind: 'security', title: 'Foreign PayPal payment', isFoldable: true } as const;
  return { about: 'alert', alert: { ...alert, detail: describePayment(fields, what) }, ignored };
}

/** Reports money that the shop received without a matching checkout; staff have to refund it. */
function oddPaymentReport(fields: Fields, ignored: string, what: string): ProviderReport {
  const alert = {
    kind: 'stranded',
    title: 'Odd PayPal payment',
    detail: describePayment(fields, what),
  } as const;
  return { about: 'alert', alert, ignored };
}

function describePayment({ txn_id: id, payment_status: status }: Fields, what: string): string {
  return `PayPal's payment ${printableId(id)} (${printableId(status)}) ${what}. Nothing was changed.`;
}

/** Returns an id for an alert if it has the form of PayPal's ids, so that no other text gets into the alert. */
function printableId(id = ''): string {
  return /^\w{1,40}$/.test(id) ? id : 'without an id';
}

/**
 * Tells whether the shop's account received the money. The receiver is its primary address or merchant id; the
 * field `business` only repeats the form.
 */
function isReceivedBy(
  business: string | undefined,
  { receiver_email: email, receiver_id: id }: Fields,
): boolean {
  const own = business?.toLowerCase();
  return own !== undefined && (email?.toLowerCase() === own || id?.toLowerCase() === own);
}

/** Parses an amount to cents; undefined if it is unreadable. */
export function parseCents(text = ''): number | undefined {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? parseAmount(text) : undefined;
}
