import { getDefaultImageFit } from '@pax/contracts';
import type { Tx } from '../platform/database/transaction.js';
import { appendEvent } from '../platform/outbox/outbox.js';
import { Product } from '../shop/catalog/product.entity.js';
import { COINS, stockAccount } from '../people/ledger/accounts.js';
import { book } from '../people/ledger/ledger.js';
import { SEED_POOL, DEMO_PRODUCTS, type DemoProduct } from './demo-products.js';

export async function seedProducts(tx: Tx): Promise<void> {
  const entry = { idempotencyKey: 'seed:pool', reason: 'first stock', actor: 'shop' };
  await book(tx, entry, [{ account: COINS, delta: SEED_POOL }]);
  for (const seed of DEMO_PRODUCTS) {
    const product = await tx.save(toProduct(seed));
    const { id, version } = product;
    if (seed.stock)
      await book(tx, { ...entry, idempotencyKey: `seed:stock:${id}` }, [
        { account: stockAccount(id), delta: seed.stock },
      ]);
    appendEvent(tx, {
      type: 'product.created',
      aggregate: 'product',
      aggregateId: String(id),
      version,
    });
  }
}

function toProduct(seed: DemoProduct): Product {
  return Object.assign(new Product(), {
    name: seed.name,
    category: seed.category,
    description: seed.description,
    image: `/art/${seed.art}.svg`,
    imageFit: getDefaultImageFit(seed.price),
    priceCents: seed.price,
    originalPriceCents: seed.original ?? null,
    amount: seed.amount ?? null,
    coinValue: seed.coinValue ?? null,
    isCustom: seed.isCustom ?? false,
    isBestValue: seed.isBestValue ?? false,
    isLimitedStock: seed.isLimited ?? false,
    bulkMinQuantity: seed.bulk?.from ?? null,
    bulkPriceCents: seed.bulk?.price ?? null,
  });
}
