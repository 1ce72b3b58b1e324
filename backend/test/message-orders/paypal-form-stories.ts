import { onePieceOf } from '../buying.js';
import {
  postNotification,
  buildNotification,
  sendNotification,
  actOnPaypalPayment,
  actOnWalletPage,
  readPaypalState,
  placeByWallet,
  sendMoneyNotification,
  type WalletForm,
} from '../paypal.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import { returnFromPage, type Step, type Story } from './story.js';

type AtProvider = (shop: Shop, form: WalletForm, buyer: SignedIn) => Promise<unknown>;

const play =
  (acts: readonly AtProvider[]): Story['play'] =>
  async ({ shop, goods }) => {
    const buyer = await shop.signIn();
    const form = await placeByWallet(buyer, onePieceOf(...goods));
    for (const act of acts) await act(shop, form, buyer);
    return { buyer, checkout: form.checkout };
  };

/** Bodies as PayPal sent them; a repeat is equal to the byte. */
const messages: Story['messages'] = async (shop, played) => {
  const { notifications } = await readPaypalState(shop);
  const bodies = Object.values(notifications).map(({ body }) => body);
  return played.map(({ checkout }) =>
    bodies
      .filter((body) => body.includes(`invoice=${checkout}`))
      .map(
        (body): Step =>
          () =>
            postNotification(shop, body),
      ),
  );
};

const pay: AtProvider = (_shop, form) => actOnWalletPage(form, 'pay');
const payPending: AtProvider = (_shop, form) => actOnWalletPage(form, 'pay_pending');
const cancel: AtProvider = (_shop, { checkout }, buyer) =>
  buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
const refused: AtProvider = (shop, form) =>
  sendNotification(shop, buildNotification(form, { payment_status: 'Failed' }));
const happens =
  (
    act: Parameters<typeof actOnPaypalPayment>[2],
    more?: Parameters<typeof actOnPaypalPayment>[3],
  ): AtProvider =>
  (shop, { checkout }) =>
    actOnPaypalPayment(shop, checkout, act, more);

const ofCase =
  (
    status: 'Reversed' | 'Canceled_Reversal',
    ...[caseId, cents, minute]: [string, number, number]
  ): AtProvider =>
  (shop, form) =>
    sendMoneyNotification(shop, form, status, {
      caseId,
      cents,
      at: new Date(Date.UTC(2026, 10, 2, 12, minute)),
    });

const story = (name: string, ...acts: AtProvider[]): Story => ({
  provider: 'paypal',
  name,
  play: play(acts),
  messages,
  between: returnFromPage,
});

/** Stories of PayPal notifications about a purchase by form. */
export const PAYPAL_FORM_STORIES: readonly Story[] = [
  story('paid', pay),
  story('pending, then paid', payPending, happens('complete')),
  story('pending, then denied', payPending, happens('deny')),
  story('refused, then paid by another card', refused, pay),
  story('cancelled here, then pending and paid there', cancel, payPending, happens('complete')),
  story('paid, refunded in parts', pay, happens('refund', { cents: 701 }), happens('refund', { cents: 333 })),
  story('pending, paid, refunded wholly', payPending, happens('complete'), happens('refund')),
  story('paid, disputed and won', pay, happens('reverse'), happens('cancel-reversal')),
  story(
    'paid, disputed by one case, and its money back by none',
    pay,
    happens('reverse', { caseId: 'PP-D-1' }),
    happens('cancel-reversal', { caseId: '' }),
  ),
  story(
    'paid, taken, given back, and taken again',
    pay,
    happens('reverse'),
    happens('cancel-reversal'),
    happens('reverse', { caseId: '' }),
  ),
  story(
    'paid, taken in part, given back, and taken in another part',
    pay,
    happens('reverse', { cents: 300 }),
    happens('cancel-reversal'),
    happens('reverse', { cents: 200 }),
  ),
  story(
    'paid, taken in parts by two cases, and one part given back',
    pay,
    ofCase('Reversed', 'PP-A', 700, 1),
    ofCase('Reversed', 'PP-B', 300, 2),
    ofCase('Canceled_Reversal', 'PP-A', 700, 3),
  ),
];
