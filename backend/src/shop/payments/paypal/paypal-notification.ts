import { parseAmount, ref as refSchema } from '@pax/contracts';
import type { ProviderReport } from '../payment-provider.js';
import { PAYPAL, sessionIdOf, sessionIn } from './paypal-session.js';

type Fields = Readonly<Record<string, string>>;

/** The shop's account, and whether it is one of PayPal's test environment. */
interface Account {
  readonly business: string | undefined;
  readonly isTest: boolean;
}

/** Statuses after which a payment can't come any more. */
const REFUSED: ReadonlySet<string> = new Set(['Denied', 'Failed', 'Voided', 'Expired']);
/** Nobody has promised the money: such a form was edited, and PayPal would wait for the shop to take it. */
const NOT_PROMISED: ReadonlySet<string> = new Set(['authorization', 'order']);
/** Statuses that speak of money of an earlier transaction. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['Refunded', 'Reversed', 'Canceled_Reversal']);
const CURRENCY = /^[A-Z]{3}$/;
const PAYMENT: ReadonlySet<string> = new Set(['Completed', 'Pending', ...REFUSED]);

/** A field that the shop adds to a notification whose transaction it heard of as of something else. */
export const REUSED = 'told_before';

/** Reads a verified notification, which may be authentic and still be of another account, payment or environment. */
export function readNotification(fields: Fields, account: Account): ProviderReport {
  const { payment_status: status = '' } = fields;
  // Messages without one speak of accounts, agreements and cases, never of money that came or went.
  if (status === '') return { about: 'nothing', ignored: 'ignored' };
  if (fields[REUSED] !== undefined)
    return odd(fields, 'used twice', 'was told of before, of another order or amount');
  if ((fields['test_ipn'] === '1') !== account.isTest)
    return foreign(fields, 'other mode', 'is of the other of PayPal’s environments, live or test');
  if (!isTo(account.business, fields)) return foreign(fields, 'other receiver', 'went to another account');
  if (TAKEN_BACK.has(status)) return takenBack(fields);
  if (!PAYMENT.has(status)) return odd(fields, 'unknown status', 'has a status that the shop does not know');
  const { item_number: ref = '', invoice = ref, mc_currency: code = '', txn_id: providerRef = '' } = fields;
  const amountCents = centsOf(fields['mc_gross']);
  if (!refSchema.safeParse(ref).success || invoice !== ref || providerRef === '')
    return odd(
      fields,
      'not ours',
      'names no checkout of the shop; refund it if it is none of your other sales',
    );
  if (amountCents === undefined || !CURRENCY.test(code))
    return odd(fields, 'no amount', 'has no amount that the shop can read');
  const currency = code.toLowerCase();
  const id = sessionIdOf(ref, amountCents, currency);
  const attempt = providerRef;
  if (REFUSED.has(status)) return { about: 'session', ref, session: { ...sessionIn('failed', id), attempt } };
  if (status === 'Pending')
    return NOT_PROMISED.has(fields['pending_reason'] ?? '')
      ? { about: 'nothing', ignored: 'not promised' }
      : { about: 'session', ref, session: { ...sessionIn('confirming', id), attempt } };
  const payment = { provider: PAYPAL, providerRef, amountCents, currency };
  return { about: 'session', ref, session: { id, url: null, state: 'paid', payment } };
}

/** Money that PayPal sent back, or took, or gave back after it took it. */
function takenBack(fields: Fields): ProviderReport {
  const { payment_status: status, txn_id: refundRef = '', parent_txn_id: paymentRef = '' } = fields;
  const amount = moneyOf(fields);
  if (status === 'Refunded' && refundRef !== '' && paymentRef !== '' && amount) {
    const madeAt = momentOf(fields['payment_date']);
    const when = madeAt && { madeAt };
    return { about: 'refund', state: 'made', refundRef, paymentRef, ...amount, ...when, isOwnAccount: true };
  }
  if (status !== 'Refunded' && paymentRef !== '' && amount) {
    const disputeRef = caseOf(fields['case_id']) ?? paymentRef;
    return { about: 'dispute', disputeRef, paymentRef, ...amount, isMovement: true, ...movedBy(fields) };
  }
  const detail = `PayPal took or gave back money of payment ${idOf(paymentRef)} (transaction ${idOf(refundRef)}) in a way that the shop does not understand. It has booked nothing: look at PayPal.`;
  return {
    about: 'alert',
    alert: { kind: 'dispute', title: `PayPal: ${status}`, detail },
    ignored: 'left to staff',
  };
}

/** Reads the amount that moved in either direction; undefined for none, or one that the shop can't read. */
function moneyOf({ mc_gross: gross, mc_currency: code = '' }: Fields) {
  const amountCents = centsOf(gross?.replace(/^-/, ''));
  if (!amountCents || !CURRENCY.test(code)) return undefined;
  return { amountCents, currency: code.toLowerCase() };
}

/** A dispute begins when money is taken, and ends when it is back. */
function movedBy({ payment_status: status, payment_date: date }: Fields) {
  const at = momentOf(date);
  return status === 'Reversed'
    ? ({ state: 'open', ...(at && { openedAt: at }) } as const)
    : ({ state: 'won', ...(at && { closedAt: at }) } as const);
}

/** PayPal's name of a case; undefined for anything else. */
const caseOf = (id = ''): string | undefined => (/^[\w-]{1,60}$/.test(id) ? id : undefined);

const DATE = /^(\d\d:\d\d:\d\d) ([A-Z][a-z]{2} \d{1,2}, \d{4}) (P[SD]T)$/;

/** A moment such as `18:30:30 Jan 1, 2000 PST`; undefined for one that the shop can't read. */
export function momentOf(text = ''): Date | undefined {
  const [, time, day, zone] = DATE.exec(text) ?? [];
  const moment = new Date(`${day} ${time} ${zone}`);
  return time === undefined || Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Money that is not the shop's. Anybody can cause these, so they share a post. */
function foreign(fields: Fields, ignored: string, what: string): ProviderReport {
  const alert = { kind: 'security', title: 'Foreign PayPal payment', isFoldable: true } as const;
  return { about: 'alert', alert: { ...alert, detail: describe(fields, what) }, ignored };
}

/** Money that came to the shop and belongs to nothing: people have to send it back. */
function odd(fields: Fields, ignored: string, what: string): ProviderReport {
  const alert = { kind: 'stranded', title: 'Odd PayPal payment', detail: describe(fields, what) } as const;
  return { about: 'alert', alert, ignored };
}

function describe({ txn_id: id, payment_status: status }: Fields, what: string): string {
  return `PayPal's payment ${idOf(id)} (${idOf(status)}) ${what}. Nothing was changed.`;
}

/** Shows an id in the form that PayPal gives; anything else was not made by PayPal. */
function idOf(id = ''): string {
  return /^\w{1,40}$/.test(id) ? id : 'without an id';
}

/** The receiver is the primary address or the merchant id; `business` repeats what the form said. */
function isTo(business: string | undefined, { receiver_email: email, receiver_id: id }: Fields): boolean {
  const own = business?.toLowerCase();
  return own !== undefined && (email?.toLowerCase() === own || id?.toLowerCase() === own);
}

/** An amount of PayPal's; undefined for one that the shop can't read. */
export function centsOf(text = ''): number | undefined {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? parseAmount(text) : undefined;
}
