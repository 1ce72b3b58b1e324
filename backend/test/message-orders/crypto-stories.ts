import { EndCheckout } from '../../src/shop/checkout/settle/end-checkout.js';
import { onePieceOf, readCheckout } from '../buying.js';
import { changeOrderAsStaff, orderByCrypto } from '../crypto-shop.js';
import type { Played, Stage, Step, Story } from './story.js';

const play: Story['play'] = async ({ shop, goods }) => {
  const buyer = await shop.signIn();
  const { checkout } = await orderByCrypto(buyer, onePieceOf(...goods));
  return { buyer, checkout };
};

/** Crypto has no messages: the steps are decisions of staff on either order, and a late end of the session. */
const between =
  (decision: 'confirm-payment' | 'cancel') =>
  ({ shop, admin }: Stage, { buyer, checkout }: Played): Step[] => [
    async () => changeOrderAsStaff(admin, (await readCheckout(buyer, checkout)).orders[0], decision),
    async () => changeOrderAsStaff(admin, (await readCheckout(buyer, checkout)).orders[1], decision),
    () => shop.app.get(EndCheckout).execute(checkout, 'expired', `crypto_${checkout}`),
    () => buyer.agent.post(`/api/checkouts/${checkout}/refresh`),
  ];

/** Stories of a crypto purchase, with decisions by anybody, also repeated. */
export const CRYPTO_STORIES: readonly Story[] = (['confirm-payment', 'cancel'] as const).map((decision) => ({
  provider: 'crypto',
  name: decision,
  play,
  messages: (_shop, played) => Promise.resolve(played.map(() => [])),
  between: between(decision),
}));
