import { STRIPE_EVENTS } from '../../src/shop/payments/stripe/stripe-messages.js';
import { onePieceOf, actOnPayPage, place } from '../buying.js';
import {
  findDispute,
  postSignedEvent,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  refundInDashboard,
  listStripeRefunds,
  findSession,
  steerStripe,
  type StripeState,
} from '../stripe.js';
import type { Shop } from '../shop.js';
import { returnFromPage, type Step, type Story } from './story.js';

type AtProvider = (shop: Shop, bought: { url: string; checkout: string }) => Promise<unknown>;

/** A purchase of two orders, 15.00 in total, on which the actions are performed at the provider. */
const purchase =
  (happen: AtProvider): Story['play'] =>
  async ({ shop, goods }) => {
    const buyer = await shop.signIn();
    const bought = await place(buyer, onePieceOf(...goods));
    await happen(shop, bought);
    return { buyer, checkout: bought.checkout };
  };

/**
 * Lists the events of each purchase in the log of the provider; a copy gets an id of its own, as Stripe sometimes
 * sends.
 */
const messages: Story['messages'] = async (shop, played, copy) => {
  const state = await readStripeState(shop);
  return played.map(({ checkout }) =>
    eventsAbout(state, checkout).map((event): Step => () => {
      const id = `${event.id}${copy}`;
      return postSignedEvent(shop, { ...event, id });
    }),
  );
};

function eventsAbout({ sessions, events }: StripeState, checkout: string) {
  const own = Object.values(sessions)
    .map(({ session }) => session)
    .filter(({ client_reference_id: ref }) => ref === checkout);
  const names = [checkout, ...own.map(({ payment_intent: intent }) => objectId(intent))].filter(Boolean);
  return Object.values(events)
    .map(({ event }) => event)
    .filter(({ type }) => STRIPE_EVENTS.has(type))
    .filter(({ data }) => names.some((name) => JSON.stringify(data).includes(name)));
}

const pay: AtProvider = (_shop, { url }) => actOnPayPage(url, 'pay');
const payLater: AtProvider = (_shop, { url }) => actOnPayPage(url, 'pay_later');
const expire: AtProvider = async (shop, { checkout }) =>
  steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/expire`);
const later =
  (action: 'succeed' | 'fail'): AtProvider =>
  async (shop, { checkout }) =>
    steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, { action });
const refund =
  (cents?: number): AtProvider =>
  (shop, { checkout }) =>
    refundInDashboard(shop, checkout, cents);
const bounce: AtProvider = async (shop, { checkout }) =>
  steerStripe(shop, `refunds/${(await listStripeRefunds(shop, checkout))[0]?.id}/bounce`);
const dispute: AtProvider = (shop, { checkout }) => actAtStripe(shop, checkout, 'dispute');
/** Disputes the whole payment, whatever was refunded before. */
const disputeAll: AtProvider = (shop, { checkout }) => actAtStripe(shop, checkout, 'dispute', 1500);
const close =
  (outcome: 'won' | 'lost'): AtProvider =>
  async (shop, { checkout }) =>
    steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome });
const payAgain: AtProvider = async (shop, { checkout }) =>
  actOnPayPage((await openForeignSession(shop, checkout, 1500)).url ?? '', 'pay');

/** Performs actions in sequence. */
const first =
  (...acts: AtProvider[]): AtProvider =>
  async (shop, bought) => {
    for (const act of acts) await act(shop, bought);
  };

const story = (name: string, ...acts: AtProvider[]): Story => ({
  provider: 'stripe',
  name,
  play: purchase(first(...acts)),
  messages,
  between: returnFromPage,
});

/** Stories of Stripe messages about a purchase. */
export const CARD_STORIES: readonly Story[] = [
  story('paid', pay),
  story('paid days later', payLater, later('succeed')),
  story('refused days later', payLater, later('fail')),
  story('expired', expire),
  story('expired, then paid by another session', expire, payAgain),
  story('paid twice', payAgain, pay),
  story('paid, refunded in parts', pay, refund(701), refund(333)),
  story('paid later, refunded wholly', payLater, later('succeed'), refund()),
  story('paid, refunded, and the bank sent it back', pay, refund(400), bounce),
  story('paid, refunded, sent back by the bank, and refunded again', pay, refund(), bounce, refund()),
  story(
    'paid, refunded in part, all disputed and lost, and the bank sent the refund back',
    pay,
    refund(600),
    disputeAll,
    close('lost'),
    bounce,
  ),
  story('paid, refunded in part and disputed', pay, refund(600), dispute),
  story('paid, disputed and won', pay, dispute, close('won')),
  story('paid, disputed and lost', pay, dispute, close('lost')),
  story('paid, refunded in part, disputed and lost', pay, refund(600), dispute, close('lost')),
];
