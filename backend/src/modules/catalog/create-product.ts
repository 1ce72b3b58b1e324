import { Injectable } from '@nestjs/common';
import { fromDecimal, presetImageFit, type AdminProduct, type CreateProductRequest } from '@pax/contracts';
import { actorName, type Actor } from '../../common/access.js';
import { Transactions } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { stock, stockHeld } from '../ledger/accounts.js';
import { setOnHand } from '../ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';
import { tellIfCheap } from './cheap-prices.js';
import { Product } from './product.entity.js';

/** Adds a product, with what there is of it (OWN-206). */
@Injectable()
export class CreateProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
  ) {}

  execute(actor: Actor, request: CreateProductRequest): Promise<AdminProduct> {
    return this.transactions.run(async (tx) => {
      const { stock: pieces, ...product } = request;
      const saved = await tx.save(toProduct(product));
      const { id, version } = saved;
      appendEvent(tx, { type: 'product.created', aggregate: 'product', aggregateId: String(id), version });
      const by = actorName(actor);
      if (pieces !== undefined)
        await setOnHand(tx, {
          free: stock(id),
          held: stockHeld(id),
          target: pieces,
          actor: by,
          reason: 'first stock',
        });
      await tellIfCheap(tx, { actor: by, product: saved });
      const { name, price } = product;
      await audit(tx, {
        actor: by,
        action: 'product.create',
        subject: `product:${id}`,
        detail: { name, price },
      });
      return this.catalog.one(tx, id);
    });
  }
}

function toProduct(request: Omit<CreateProductRequest, 'stock'>): Product {
  const { price, originalPrice, availableFrom, ...product } = request;
  const priceCents = fromDecimal(price);
  return Object.assign(new Product(), {
    ...product,
    priceCents,
    imageFit: request.imageFit ?? presetImageFit(priceCents),
    originalPriceCents: originalPrice == null ? null : fromDecimal(originalPrice),
    availableFrom: availableFrom === undefined ? null : new Date(availableFrom),
  });
}
