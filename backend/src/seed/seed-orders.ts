import { CONSENT_VERSION, parseDecimalToCents } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { randomRef } from '../platform/secrets.js';
import { Transactions, type Tx } from '../platform/database/transaction.js';
import { OutboxNotifier } from '../platform/outbox/outbox-notifier.js';
import { appendEvent } from '../platform/outbox/outbox.js';
import { AccountsQueries } from '../people/accounts/accounts.queries.js';
import { FormerIdentities } from '../people/accounts/former-identities.js';
import { User } from '../people/accounts/user.entity.js';
import { CatalogQueries } from '../shop/catalog/catalog.queries.js';
import { Product } from '../shop/catalog/product.entity.js';
import { Checkout } from '../shop/checkout/checkout.entity.js';
import { HoldLimits } from '../shop/checkout/place/hold-limits.js';
import { holdCheckoutGoods } from '../shop/checkout/place/holds.js';
import { BuyerStandings } from '../shop/checkout/place/buyer-standing.js';
import { Quoting, type QuotedCart } from '../shop/checkout/place/quoting.js';
import { saveLines } from '../shop/checkout/place/draft-checkout.js';
import { PaymentProviderRegistry } from '../shop/payments/payment-provider-registry.js';
import { SettleCheckout } from '../shop/checkout/settle/settle-checkout.js';
import { stockAccount } from '../people/ledger/accounts.js';
import { book } from '../people/ledger/ledger.js';
import { TransitionOrder } from '../shop/fulfilment/transition-order.js';
import { appendRefundProgressEvent } from '../shop/orders/refund-share.js';
import { Order } from '../shop/orders/order.entity.js';
import { Refund } from '../shop/payments/payment.entity.js';
import type { Settings } from '../settings.js';
import { DEMO_ORDERS, type DemoOrder } from './demo-orders.js';
import type { SeedClock } from './seed-clock.js';

/** Buys and delivers the demo orders in the past, with the shop's own use cases. */
export async function seedOrders(database: DataSource, settings: Settings, clock: SeedClock): Promise<void> {
  const notifier = new OutboxNotifier(database);
  const transactions = new Transactions(database, notifier);
  const catalog = new CatalogQueries(database, new AccountsQueries(database), clock);
  const departed = new FormerIdentities(clock, settings);
  const quoting = new Quoting(
    catalog,
    new BuyerStandings(clock, settings),
    new HoldLimits(settings),
    clock,
    settings,
  );
  const settle = new SettleCheckout(
    transactions,
    catalog,
    clock,
    new PaymentProviderRegistry([], settings),
    settings,
  );
  const transitionOrder = new TransitionOrder(transactions, departed, clock, { undoSeconds: 0 });
  for (const [index, demo] of DEMO_ORDERS.entries()) {
    clock.setClockBack(demo.minutesAgo * 60_000);
    const checkout = await transactions.run((tx) => placeDemoOrder(tx, quoting, demo, clock));
    const { totalCents: amountCents, currency } = checkout;
    await settle.execute(checkout.ref, {
      provider: 'demo',
      providerRef: `demo-${index + 1}`,
      amountCents,
      currency,
    });
    const orders = await database.manager.find(Order, {
      where: { checkoutId: checkout.id },
      order: { id: 'ASC' },
    });
    for (const { id: orderId } of orders) {
      for (const transition of demo.transitions)
        await transitionOrder.execute({ orderId, transition, actor: 'shop', role: 'admin' });
    }
    await transactions.run((tx) => completeRefunds(tx, clock));
  }
  notifier.onApplicationShutdown();
}

async function placeDemoOrder(
  tx: Tx,
  quoting: Quoting,
  demo: DemoOrder,
  clock: SeedClock,
): Promise<Checkout> {
  const buyer = await tx.findOneByOrFail(User, { username: demo.buyer });
  const items = [];
  for (const { product, ...item } of demo.items) {
    const { id } = await tx.findOneByOrFail(Product, { name: product });
    items.push({ id, ...item });
    if (demo.restocked) {
      const idempotencyKey = `seed:restock:${demo.buyer}:${id}`;
      await book(tx, { idempotencyKey, reason: 'restock', actor: 'shop' }, [
        { account: stockAccount(id), delta: item.quantity },
      ]);
    }
  }
  const quoted = await quoting.quoteCart(tx, { user: buyer }, { items, useStoreCredit: demo.useStoreCredit });
  const checkout = await tx.save(draftDemoCheckout(buyer, quoted, clock));
  const lines = await saveLines(tx, checkout, quoted);
  await holdCheckoutGoods(tx, checkout, lines);
  const { ref: aggregateId, version } = checkout;
  appendEvent(tx, { type: 'checkout.placed', aggregate: 'checkout', aggregateId, version });
  return checkout;
}

/** Marks the demo's refunds as done, because no provider could be asked to make them. */
async function completeRefunds(tx: Tx, clock: SeedClock): Promise<void> {
  for (const refund of await tx.findBy(Refund, { state: 'requested' })) {
    const providerRef = `demo-refund-${refund.id}`;
    await tx.save(Object.assign(refund, { state: 'done', providerRef, doneAt: clock.now() }));
    await appendRefundProgressEvent(tx, refund);
  }
}

function draftDemoCheckout(buyer: User, { quote, price }: QuotedCart, clock: SeedClock): Checkout {
  const now = clock.now();
  return Object.assign(new Checkout(), {
    ref: randomRef(),
    userId: buyer.id,
    state: 'open' as const,
    method: 'card' as const,
    version: 1,
    fingerprint: randomRef(),
    quote,
    totalCents: parseDecimalToCents(quote.total),
    creditCents: price.creditUsed,
    bonusCents: price.bonusUsed,
    currency: 'usd',
    gameName: buyer.minecraftName ?? 'Steve',
    discordName: buyer.discordUsername ?? 'steve',
    consentVersion: CONSENT_VERSION,
    consentAt: now,
    referralCode: buyer.appliedReferralCode,
    rewardId: null,
    holds: 1,
    holding: true,
    createdAt: now,
  });
}
