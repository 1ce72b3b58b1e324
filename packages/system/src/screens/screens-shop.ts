import {
  adminTicket,
  checkoutAnswer,
  createTicketAnswer,
  getReferralAddress,
  order,
  referralCodeAnswer,
} from '@pax/contracts';
import { Person } from '../support/person.js';
import { newCustomer, returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import { buyByCard, placeCheckout, productNamed } from '../support/shopping.js';
import type { WholeShop } from '../support/whole-shop.js';

/** All viewers of screens. */
export type Viewer = 'newcomer' | 'visitor' | 'customer' | 'blocked' | 'operator';

/** A shop with orders and payments, and the viewers of its screens. */
export interface ScreensShop {
  readonly shop: WholeShop;
  /** Sessions of the viewers that are signed in. */
  readonly people: Readonly<Record<Exclude<Viewer, 'newcomer' | 'visitor'>, Person>>;
  /** References of the customer's paid and cancelled checkouts. */
  readonly paid: string;
  readonly cancelled: string;
  /** Address of an open payment page. */
  readonly payPage: string;
  /** Id of an order that staff can take. */
  readonly openOrder: number;
  /** Secret token of a visitor's answered ticket. */
  readonly answered: string;
  /** Address with the customer's referral code. */
  readonly referralLink: string;
}

/** Creates purchases and tickets in a seeded shop, so that every screen has content. */
export async function prepareScreensShop(shop: WholeShop): Promise<ScreensShop> {
  const [customer, blocked, operator, passer] = await Promise.all([
    returningCustomer(shop, 'finn'),
    returningCustomer(shop, 'shade'),
    signInWithDiscord(shop, 'pax.operator'),
    newCustomer(shop),
  ]);
  const [elytra, coins, totem] = await Promise.all(
    ['Elytra', '50M Coins', 'Totem of Return'].map((name) => productNamed(passer, name)),
  );
  if (!elytra || !coins || !totem) throw new Error('the seed lacks goods');
  // The order is delivered, since points are credited on delivery.
  const [delivered = 0] = (await buyByCard(customer, [{ id: totem.id, quantity: 1 }])).orders;
  await operator.send('PATCH', `/api/admin/orders/${delivered}/complete`, {}, order);
  const bought = await buyByCard(customer, [
    { id: elytra.id, quantity: 1 },
    { id: coins.id, quantity: 1 },
  ]);
  const [first = 0, openOrder = 0] = bought.orders;
  await operator.send('PATCH', `/api/admin/orders/${first}/process`, {}, order);
  const question = {
    name: 'Finn',
    email: 'finn@example.org',
    subject: 'My elytra did not arrive',
    message: 'I was online all evening and waited at the island.\nCan somebody come tomorrow?',
    priority: 'high',
  };
  await customer.send('POST', '/api/support-tickets', question, createTicketAnswer);
  const answered = await createAnsweredTicket(shop, operator, { ...question, subject: 'Where is spawn?' });
  const dropped = await placeCheckout(customer, [{ id: totem.id, quantity: 2 }]);
  await customer.send('POST', `/api/checkouts/${dropped.checkout}/cancel`, undefined, checkoutAnswer);
  const { referralCode } = await customer.send(
    'POST',
    '/api/referrals/generate-code',
    {},
    referralCodeAnswer,
  );
  const { url: payPage } = await placeCheckout(passer, [{ id: totem.id, quantity: 3 }]);
  return {
    shop,
    people: { customer, blocked, operator },
    paid: bought.checkout,
    cancelled: dropped.checkout,
    payPage,
    openOrder,
    answered,
    referralLink: getReferralAddress(referralCode),
  };
}

/** Creates a visitor's ticket, and answers it as staff. @returns its secret token */
async function createAnsweredTicket(shop: WholeShop, staff: Person, question: object): Promise<string> {
  const visitor = new Person(shop.shopUrl);
  const { id, token } = await visitor.send('POST', '/api/support-tickets', question, createTicketAnswer);
  if (token === null) throw new Error('a visitor got no link');
  const answer = { response: 'North of the market, by the lanterns.' };
  await staff.send('POST', `/api/support-tickets/${id}/respond`, answer, adminTicket);
  return token;
}
