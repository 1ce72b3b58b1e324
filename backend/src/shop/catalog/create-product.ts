import { Injectable } from '@nestjs/common';
import {
  parseDecimalToCents,
  getDefaultImageFit,
  type AdminProduct,
  type CreateProductRequest,
} from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { stockAccount, stockHeldAccount } from '../../people/ledger/accounts.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';
import { alertIfPriceFell } from './price-fall-alert.js';
import { Product } from './product.entity.js';
import { coinsUsePoolError, setProductFields } from './update-product.js';

const NOTHING_SET = {
  originalPriceCents: null,
  amount: null,
  isCustom: false,
  coinValue: null,
  bulkMinQuantity: null,
  bulkPriceCents: null,
  availableFrom: null,
  displayOrder: null,
  isHidden: false,
} as const satisfies Partial<Product>;

/** Creates a product and sets its first stock. */
@Injectable()
export class CreateProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  execute(actor: Actor, request: CreateProductRequest): Promise<AdminProduct> {
    return this.transactions.run(async (tx) => {
      const { stock: pieces, ...product } = request;
      const saved = await tx.save(toNewProduct(product, this.clock.now()));
      const { id, version } = saved;
      appendEvent(tx, { type: 'product.created', aggregate: 'product', aggregateId: String(id), version });
      const by = actorName(actor);
      if (pieces !== undefined && product.category === 'coins') throw coinsUsePoolError();
      if (pieces !== undefined)
        await setOnHand(tx, {
          free: stockAccount(id),
          held: stockHeldAccount(id),
          target: pieces,
          actor: by,
          reason: 'first stock',
        });
      await alertIfPriceFell(tx, { actor: by, product: saved });
      const { name, price } = product;
      await writeAuditRow(tx, {
        actor: by,
        action: 'product.create',
        subject: `product:${id}`,
        detail: { name, price },
      });
      return this.catalog.readProduct(tx, id);
    });
  }
}

function toNewProduct(request: Omit<CreateProductRequest, 'stock'>, now: Date): Product {
  const imageFit = getDefaultImageFit(parseDecimalToCents(request.price));
  const product = Object.assign(new Product(), NOTHING_SET);
  setProductFields(product, { imageFit, ...request }, now);
  return product;
}
