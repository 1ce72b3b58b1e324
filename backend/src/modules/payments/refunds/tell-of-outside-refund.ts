import { toDecimal, type Cents } from '@pax/contracts';
import type { Tx } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import type { Payment } from '../payment.entity.js';

interface Told {
  refundRef: string;
  amountCents: Cents;
  currency: string;
}

/** Tells staff that a refund that somebody made is a part of what waits. */
export function tellOfPart(
  tx: Tx,
  { provider, providerRef }: Payment,
  { refundRef, currency, amountCents }: Told,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop: ${toDecimal(amountCents)} ${currency.toUpperCase()} of it are a part of what waits to go back, and the rest waits on.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Tells staff of money that went back and that nothing can be booked of. */
export function alertOfUnbooked(
  tx: Tx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
  { refundRef, currency, amountCents }: Told,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop, which has booked nothing of ${toDecimal(amountCents)} ${currency.toUpperCase()}.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop', detail });
}
