import { Injectable } from '@nestjs/common';
import type { Channel } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import type { OutboxEvent } from '../../infra/outbox/projections.js';
import { availabilityOf, CatalogQueries } from '../catalog/catalog.queries.js';
import { COINS, stock as stockAccount } from '../ledger/accounts.js';
import { crossesPool, crossesStock } from './crossings.js';
import { swapLevel } from './stock-levels.js';
import { writePost } from './write-post.js';

/** The ledger's reason when an admin set the pool. */
const POOL_SET = 'pool set';

/** Posts of the stock channel: thresholds that were crossed, and the pool whenever it was set (OWN-131). */
@Injectable()
export class StockPosts {
  constructor(private readonly catalog: CatalogQueries) {}

  /** @param isPosted whether the channel is set up; levels are followed in any case */
  async ofStock(tx: Tx, event: OutboxEvent, isPosted: boolean): Promise<Channel[]> {
    const id = Number(event.aggregateId);
    const product = (await this.catalog.byIds(tx, [id])).get(id);
    // What is made of coins follows the pool.
    if (!product || product.isCustom || product.coinValue !== null) return [];
    const free = Math.max(0, (await availabilityOf(tx, [product])).get(id)?.free ?? 0);
    const before = await swapLevel(tx, stockAccount(id), free);
    if (!isPosted || before === undefined || !crossesStock(before, free)) return [];
    await writePost(tx, {
      ...event,
      channel: 'stock',
      foldKey: stockAccount(id),
      content: { kind: 'stock', productId: id, productName: product.name, stock: free },
    });
    return ['stock'];
  }

  /** @param isPosted whether the channel is set up; levels are followed in any case */
  async ofCoins(tx: Tx, event: OutboxEvent, isPosted: boolean): Promise<Channel[]> {
    const coinStock = Math.max(0, (await this.catalog.pool(tx)).free);
    const before = await swapLevel(tx, COINS, coinStock);
    const isSet = event.data['reason'] === POOL_SET;
    const isCrossed = before !== undefined && crossesPool(before, coinStock);
    if (!isPosted || !(isSet || isCrossed)) return [];
    await writePost(tx, {
      ...event,
      channel: 'stock',
      foldKey: COINS,
      content: { kind: 'coins', coinStock, reason: isSet ? 'set' : 'crossed' },
    });
    return ['stock'];
  }
}
