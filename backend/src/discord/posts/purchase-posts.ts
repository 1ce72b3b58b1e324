import type { Channel, EventType } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { sha256 } from '../../platform/secrets.js';
import { namedBuyerOf } from '../../people/accounts/account-sql.js';
import { findOrdersOfUsers } from '../../shop/orders/find-orders.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';
import { removeBuyers } from './anonymise-posts.js';
import type { ReadImages } from './stock-posts.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Events after which an order is a purchase that shoppers are told of. */
export const PURCHASE_TYPES: readonly EventType[] = ['order.paid', 'order.confirmed'];

const buyerRow = z.object({ userId: z.number(), name: z.string().nullable() });

/**
 * Writes posts for shoppers about purchases that cost something, of products that the shop shows; a buyer is named
 * only after agreeing to it.
 * @param shownImagesOf reads the pictures of those of the products that the shop shows
 */
export async function postPurchases(
  tx: Tx,
  events: readonly OutboxEvent[],
  shownImagesOf: ReadImages,
): Promise<Channel[]> {
  const orders = await cachedOrders(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const bought = [...orders.values()].filter(
    ({ kind, status, paymentStatus, totalPrice }) =>
      kind === 'purchase' && status !== 'cancelled' && paymentStatus === 'paid' && totalPrice !== '0.00',
  );
  const buyers = await sql(tx).rows(
    buyerRow,
    `SELECT id AS "userId", ${namedBuyerOf('asked.id')} AS name FROM unnest($1::int[]) AS asked (id)`,
    [[...new Set(bought.map(({ userId }) => userId))]],
  );
  const names = new Map(buyers.map(({ userId, name }) => [userId, name]));
  const images = await shownImagesOf(
    tx,
    bought.map(({ productId }) => productId),
  );
  const posts = events.flatMap((event): NewPost[] => {
    const order = bought.find(({ id }) => id === Number(event.aggregateId));
    const image = order && images.get(order.productId);
    if (!image) return [];
    const { id: orderId, userId, productName, quantity } = order;
    const buyer = names.get(userId) ?? null;
    const goods = { productName, quantity, ...image };
    const content = { kind: 'purchase' as const, buyer, count: 1, ...goods };
    const post = { ...event, channel: 'purchases' as const, orderId, content };
    // Only purchases without a name are counted in one post, so that a deletion leaves no name in another's post.
    return [buyer === null ? { ...post, foldKey: `purchase:${sha256(JSON.stringify(goods))}` } : post];
  });
  await writePosts(tx, posts);
  return posts.map(({ channel }) => channel);
}

/** Events after which posts may name a buyer no longer. */
export const UNNAMING_TYPES: readonly EventType[] = ['order.cancelled', 'user.updated'];

/** Removes the buyers' names from the posts about cancelled orders, and from those of who no longer agrees. */
export async function unnameBuyers(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const idsOf = (wanted: readonly OutboxEvent[]) => wanted.map(({ aggregateId }) => Number(aggregateId));
  const cancelled = idsOf(events.filter(({ type }) => type === 'order.cancelled'));
  const users = idsOf(events.filter(({ data }) => data['isConsentWithdrawn'] === true));
  const orderIds = [...cancelled, ...(users.length > 0 ? await findOrdersOfUsers(tx, users) : [])];
  return orderIds.length > 0 ? removeBuyers(tx, orderIds) : [];
}
