import type { CheckoutAnswer, CheckoutState } from '@pax/contracts';
import { quote } from './quote';

/** A checkout by card as its owner sees it. */
export const receipt = (checkout: string, state: CheckoutState): CheckoutAnswer => ({
  checkout,
  state,
  method: 'card',
  total: '19.99',
  refundedCents: 0,
  inGameName: 'MaraRedstone',
  discordName: 'mara.redstone',
  lines: [],
  quote: quote(),
  points: 0,
  pendingPoints: 0,
  orders: [],
  createdAt: '2025-11-03T20:15:00.000Z',
  paidAt: null,
});
