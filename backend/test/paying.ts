import { actOnPayPage, place, readCheckout, type Items } from './buying.js';
import { changeOrderAsStaff, orderByCrypto } from './crypto-shop.js';
import { actOnPaypalPayment, actOnWalletPage, placeByWallet } from './paypal.js';
import { actOnOrderOfCheckout, actOnOrderPage, placePaypalOrder } from './paypal-orders.js';
import { refundInDashboard } from './stripe.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export type Method = 'card' | 'wallet' | 'crypto';

/** A shop and the kind of its PayPal wallet. */
export interface PaymentShop {
  shop: Shop;
  admin: SignedIn;
  wallet: 'form' | 'orders';
}

interface Purchase {
  buyer: SignedIn;
  items: Items;
  extra: Record<string, unknown>;
}

/** Pays by a method; a purchase with nothing to pay is complete at once. @returns the reference of the checkout */
export async function payBy(
  stage: PaymentShop,
  method: Method,
  { buyer, items, extra }: Purchase,
): Promise<string> {
  const isOpen = async (checkout: string) => (await readCheckout(buyer, checkout)).state === 'open';
  if (method === 'crypto') {
    const { checkout, orders } = await orderByCrypto(buyer, items, extra);
    const { state } = await readCheckout(buyer, checkout);
    if (state === 'confirming')
      await changeOrderAsStaff(stage.admin, orders[0], 'confirm-payment').expect(200);
    return checkout;
  }
  if (method === 'wallet' && stage.wallet === 'form') {
    const { checkout, ...form } = await placeByWallet(buyer, items, extra);
    if (await isOpen(checkout)) await actOnWalletPage(form, 'pay');
    return checkout;
  }
  const isCard = method === 'card';
  const { url, checkout } = await (isCard ? place : placePaypalOrder)(buyer, items, extra);
  if (await isOpen(checkout)) await (isCard ? actOnPayPage : actOnOrderPage)(url, 'pay');
  return checkout;
}

/** Refunds in the dashboard of the provider: the whole rest, or an amount. Crypto has no dashboard. */
export function refundAtProvider(
  { shop, wallet }: PaymentShop,
  method: Method,
  checkout: string,
  cents?: number,
): Promise<void> {
  if (method === 'card') return refundInDashboard(shop, checkout, cents);
  if (wallet === 'orders') return actOnOrderOfCheckout(shop, checkout, 'refund', cents);
  return actOnPaypalPayment(shop, checkout, 'refund', cents === undefined ? {} : { cents });
}
