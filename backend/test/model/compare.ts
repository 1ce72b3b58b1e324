import type { BuyerModel, OrderModel, ShopModel } from './shop-model.js';
import { COINS_GOOD, type Actual, type World } from './world.js';

/**
 * Copies the orders that the shop created for a purchase, with their stored shares, which the model does not compute.
 */
export function copyOrdersOfShop(model: ShopModel, world: World, actual: Actual): void {
  for (const buyer of model.buyers)
    for (const purchase of buyer.purchases) {
      const stored = actual.purchases.get(purchase.ref);
      if (!stored || stored.orders.length === 0) continue;
      const isPaidNow = purchase.isPaid && purchase.orders.every(({ payment }) => payment === 'unconfirmed');
      if (purchase.orders.length > 0 && !isPaidNow) continue;
      const known = purchase.orders;
      purchase.orders = stored.orders.map((order, at) => ({
        ...order,
        status: known[at]?.status ?? 'pending',
        payment: purchase.isPaid ? 'paid' : 'unconfirmed',
        refunded: 0,
        isBooked: false,
        good: world.goods.findIndex(({ id }) => id === order.productId),
      }));
    }
}

/** The facts of the model, to be compared with `actualFacts`. */
export function expectedFacts(model: ShopModel): unknown {
  return {
    goods: model.goods.map(({ free, held }) => [free, held]),
    buyers: model.buyers.map(({ credit, points, spent, suspended, blocked, rewards, purchases }) => ({
      credit,
      points,
      spent,
      suspended,
      blocked,
      rewards,
      purchases: purchases.map(({ state, orders }) => [state, ...orders.map(factsOf)]),
    })),
  };
}

/** The facts of the shop. */
export function actualFacts(model: ShopModel, world: World, { balances, users, purchases }: Actual): unknown {
  const balanceOf = (account: string): number => balances.get(account) ?? 0;
  return {
    goods: world.goods.map(({ free, held, unit }, at) => [
      balanceOf(free) / unit,
      balanceOf(held) / unit - (at === COINS_GOOD ? world.heldBefore : 0),
    ]),
    buyers: world.buyers.map(({ userId }, at) => ({
      credit: balanceOf(`credit:${userId}`),
      points: balanceOf(`points:${userId}`),
      spent: users[at]?.spent,
      suspended: users[at]?.suspended,
      blocked: users[at]?.blocked,
      rewards: rewardsOf(model.buyers[at], balanceOf),
      purchases: model.buyers[at]?.purchases.map(({ ref }) => {
        const stored = purchases.get(ref);
        return [
          stored?.state,
          ...(stored?.orders ?? []).map(
            ({ status, payment, refunded }) => `${status} ${payment} ${refunded}`,
          ),
        ];
      }),
    })),
  };
}

const factsOf = ({ status, payment, refunded }: OrderModel): string => `${status} ${payment} ${refunded}`;

function rewardsOf(buyer: BuyerModel | undefined, balanceOf: (account: string) => number) {
  return Object.fromEntries(Object.keys(buyer?.rewards ?? {}).map((id) => [id, balanceOf(`reward:${id}`)]));
}
