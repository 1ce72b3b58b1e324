import { onPayPage, place, stateOf, type Items } from './buying.js';
import { act, orderByCrypto } from './crypto.js';
import { onPayment, onWalletPage, placeByWallet } from './paypal.js';
import { onOrder, onOrderPage, placeOrder } from './paypal-orders.js';
import { refundByHand } from './provider.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export type Method = 'card' | 'wallet' | 'crypto';

/** A shop, and what its wallet is. */
export interface Stage {
  shop: Shop;
  admin: SignedIn;
  wallet: 'form' | 'orders';
}

interface Purchase {
  buyer: SignedIn;
  items: Items;
  extra: Record<string, unknown>;
}

/** Buys by a method; what has nothing to pay is bought at once. @returns the checkout's reference */
export async function payBy(
  stage: Stage,
  method: Method,
  { buyer, items, extra }: Purchase,
): Promise<string> {
  const isOpen = async (checkout: string) => (await stateOf(buyer, checkout)).state === 'open';
  if (method === 'crypto') {
    const { checkout, orders } = await orderByCrypto(buyer, items, extra);
    const { state } = await stateOf(buyer, checkout);
    if (state === 'confirming') await act(stage.admin, orders[0], 'confirm-payment').expect(200);
    return checkout;
  }
  if (method === 'wallet' && stage.wallet === 'form') {
    const { checkout, ...form } = await placeByWallet(buyer, items, extra);
    if (await isOpen(checkout)) await onWalletPage(form, 'pay');
    return checkout;
  }
  const isCard = method === 'card';
  const { url, checkout } = await (isCard ? place : placeOrder)(buyer, items, extra);
  if (await isOpen(checkout)) await (isCard ? onPayPage : onOrderPage)(url, 'pay');
  return checkout;
}

/** Gives money back in the provider's dashboard: all that is left, or an amount. Crypto has none. */
export function refundAt(
  { shop, wallet }: Stage,
  method: Method,
  checkout: string,
  cents?: number,
): Promise<void> {
  if (method === 'card') return refundByHand(shop, checkout, cents);
  if (wallet === 'orders') return onOrder(shop, checkout, 'refund', cents);
  return onPayment(shop, checkout, 'refund', cents === undefined ? {} : { cents });
}
