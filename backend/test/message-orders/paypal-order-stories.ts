import { onePieceOf } from '../buying.js';
import { readPaypalState } from '../paypal.js';
import {
  actOnOrder,
  captureWithoutAnswer,
  holdWebhooks,
  actOnOrderPage,
  placePaypalOrder,
  resendWebhook,
  type OrderAct,
} from '../paypal-orders.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import { returnFromPage, type Played, type Step, type Story } from './story.js';

interface Placed extends Played {
  buyer: SignedIn;
  url: string;
  /** Id of PayPal's order. */
  order: string;
}
type AtProvider = (shop: Shop, placed: Placed) => Promise<unknown>;

const play =
  (acts: readonly AtProvider[]): Story['play'] =>
  async ({ shop, goods }) => {
    holdWebhooks(shop);
    const buyer = await shop.signIn();
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(...goods));
    const order = new URL(url).searchParams.get('token') ?? '';
    for (const act of acts) await act(shop, { buyer, url, checkout, order });
    return { buyer, checkout };
  };

/** Lists the webhooks of each purchase; repeats have the same id, as PayPal sends them. */
const messages: Story['messages'] = async (shop, played) => {
  const told = await toldBy(shop);
  return played.map(({ checkout }) =>
    told(checkout).map(
      (id): Step =>
        () =>
          resendWebhook(shop, id),
    ),
  );
};

/** The same, and a message that PayPal makes because the shop captures meanwhile: told when it is there. */
const messagesOfCapture: Story['messages'] = async (shop, played, copy) => {
  const known = await messages(shop, played, copy);
  return played.map(({ checkout }, index) => [
    ...(known[index] ?? []),
    async () => {
      const last = (await toldBy(shop))(checkout).at(-1);
      if (last !== undefined) await resendWebhook(shop, last);
    },
  ]);
};

/** Lists the ids of PayPal's messages about a checkout, oldest first. */
async function toldBy(shop: Shop): Promise<(checkout: string) => string[]> {
  const { webhooks, orders } = await readPaypalState(shop);
  const all = Object.values(webhooks);
  const named = new Map(
    Object.values(orders).map(({ request, id, capture: taken }) => [
      request.purchase_units[0].custom_id,
      [id, ...(taken ? [taken.id] : [])],
    ]),
  );
  return (checkout) => {
    const names = [checkout, ...(named.get(checkout) ?? [])];
    return all.filter(({ body }) => names.some((name) => body.includes(name))).map(({ id }) => id);
  };
}

const approve: AtProvider = (_shop, { url }) => actOnOrderPage(url, 'pay');
const approveSlowly: AtProvider = (_shop, { url }) => actOnOrderPage(url, 'pay_pending');
const capture: AtProvider = (shop, { checkout, order }) => captureWithoutAnswer(shop, checkout, order);
const cancel: AtProvider = (_shop, { buyer, checkout }) =>
  buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
const happens =
  (act: OrderAct, cents?: number, issue?: string): AtProvider =>
  (shop, { order }) =>
    actOnOrder(shop, order, act, cents, issue === undefined ? {} : { issue });

const story = (name: string, ...acts: AtProvider[]): Story => ({
  provider: 'paypal-orders',
  name,
  play: play(acts),
  messages,
  between: returnFromPage,
});

/** What PayPal tells of a purchase by its orders. The shop takes the money, and in most of these never heard that it did. */
export const PAYPAL_ORDER_STORIES: readonly Story[] = [
  { ...story('approved', approve), messages: messagesOfCapture },
  {
    ...story('approved, and the instrument declined', approve, happens('decline')),
    messages: messagesOfCapture,
  },
  {
    ...story('approved, and refused', approve, happens('decline', undefined, 'COMPLIANCE_VIOLATION')),
    messages: messagesOfCapture,
  },
  { ...story('cancelled here, then approved there', cancel, approve), messages: messagesOfCapture },
  story('captured', approve, capture),
  story('pending, then completed', approveSlowly, capture, happens('complete')),
  story('pending, then denied', approveSlowly, capture, happens('deny')),
  story('captured, refunded in parts', approve, capture, happens('refund', 701), happens('refund', 333)),
  story(
    'pending, completed, refunded wholly',
    approveSlowly,
    capture,
    happens('complete'),
    happens('refund'),
  ),
  story('captured, disputed and won', approve, capture, happens('dispute'), happens('win-dispute')),
  story(
    'captured, reversed, disputed and lost',
    approve,
    capture,
    happens('dispute'),
    happens('reverse'),
    happens('lose-dispute'),
  ),
  story(
    'captured, refunded in part, disputed and lost',
    approve,
    capture,
    happens('refund', 600),
    happens('dispute'),
    happens('lose-dispute'),
  ),
  story(
    'captured, disputed, refunded in part by the dispute that is lost',
    approve,
    capture,
    happens('dispute'),
    happens('refund', 600),
    happens('lose-dispute', 600),
  ),
  story(
    'captured, disputed, refunded in part, and the rest lost',
    approve,
    capture,
    happens('dispute'),
    happens('refund', 600),
    happens('lose-dispute'),
  ),
];
