import { movedOrder, orderCalls, type MoveOrdersRequest, type StaffOrder } from '@pax/contracts';
import { waitUntilIdle, waitUntilMessagesSent } from '../check/wait-until-idle.js';
import { mentionsOrder } from '../support/discord-control.js';
import type { Person } from '../support/person.js';
import { buyByCard, CART_LINES, stockCart } from '../support/shopping.js';
import { newCustomer } from '../support/sign-in.js';
import type { FaultHarness } from './fault-harness.js';
import { signInReader, waitUntilSent } from './notice-crashes.js';
import { assertThat, type Scenario } from './scenario.js';

/** Undo time long enough to take acts back after a restart. */
const UNDO_TIME = { UNDO_SECONDS: '20' };
/** Acts of one call, of which every second is taken back. */
const PORTION = 25;
const PORTIONS = 4;
const ORDERS = PORTION * PORTIONS;
/** Orders of a reader whom every way reaches; few, because direct messages are sent slowly. */
const READ = 20;

type Moved = Pick<StaffOrder, 'id' | 'version'>;

/** Makes an order for each act of the first half. @returns the orders, those of the reader first */
async function buyOrders(harness: FaultHarness, reader: Person): Promise<Moved[]> {
  const { admin, shop } = harness;
  const cart = await stockCart(admin, ORDERS);
  const refs: string[] = [];
  for (let made = 0; made < ORDERS; made += CART_LINES) {
    const buyer = made < READ ? reader : await newCustomer(shop);
    refs.push((await buyByCard(buyer, cart)).checkout);
  }
  const { rows } = await shop.database.query<Moved>(
    `SELECT o.id, o.version FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE c.ref = ANY($1) ORDER BY o.id`,
    [refs],
  );
  assertThat(rows.length === ORDERS, `${rows.length} orders were made`);
  return rows;
}

async function moveOrders(
  { admin }: FaultHarness,
  { path, body }: { path: string; body: object },
): Promise<Moved[]> {
  const moved = await admin.send('POST', path, body, movedOrder.array());
  return moved.map(({ id, refusal, order }) => {
    assertThat(refusal === null && order !== null, `${path} refused order ${id}: ${refusal}`);
    return { id, version: order?.version ?? 0 };
  });
}

/** Restarts the backend with settings for that start; without any it has no undo time, as other scenarios expect. */
async function restartBackend(harness: FaultHarness, settings?: Record<string, string>): Promise<void> {
  await harness.shop.restart('backend', settings);
  await harness.waitForHealth('ok');
}

/** Kills a part; the backend keeps its undo time. */
async function kill(harness: FaultHarness, part: 'backend' | 'bot'): Promise<void> {
  await harness.kill(part);
  if (part === 'backend') await restartBackend(harness, UNDO_TIME);
}

/** Moves orders, and takes every second move back, with a part killed before or after it. @returns both halves */
async function moveAndUndo(
  harness: FaultHarness,
  portions: readonly { readonly move: MoveOrdersRequest['move']; readonly orders: readonly Moved[] }[],
): Promise<{ kept: Moved[]; undone: Moved[] }> {
  const [kept, undone]: [Moved[], Moved[]] = [[], []];
  for (const [at, { move, orders }] of portions.entries()) {
    const part = at < portions.length / 2 ? 'backend' : 'bot';
    const moved = await moveOrders(harness, {
      path: orderCalls.moveOrders.path,
      body: { move, orders: orders.map(({ id, version }) => ({ id, version })) },
    });
    if (at % 2 === 0) await kill(harness, part);
    const wanted = moved.filter((_, place) => place % 2 === 0);
    undone.push(
      ...(await moveOrders(harness, { path: orderCalls.undoOrders.path, body: { orders: wanted } })),
    );
    kept.push(...moved.filter((_, place) => place % 2 === 1));
    if (at % 2 === 1) await kill(harness, part);
  }
  await waitUntilIdle(harness.shop);
  return { kept, undone };
}

/** Divides orders into portions, so that each has some of the reader's. */
function inPortions(orders: readonly Moved[]): Moved[][] {
  const count = Math.ceil(orders.length / PORTION);
  return Array.from({ length: count }, (_, at) => orders.filter((__, place) => place % count === at));
}

/** Checks that buyers were told by a kind of notice of exactly these orders. */
async function assertTold({ shop }: FaultHarness, kind: string, orders: readonly Moved[], since: number) {
  const { rows } = await shop.database.query<{ id: number }>(
    `SELECT e.aggregate_id::int AS id FROM notices n JOIN outbox_events e USING (event_id)
      WHERE n.kind = $1 AND n.id > $2 ORDER BY 1`,
    [kind, since],
  );
  const [told, wanted] = [rows.map(({ id }) => id), orders.map(({ id }) => id)].map((ids) =>
    ids.toSorted((one, other) => one - other).join(),
  );
  assertThat(told === wanted, `buyers were told "${kind}" of the orders ${told}, not of ${wanted}`);
}

/** Acts on orders, takes half of the acts back, and checks who was told of what. */
async function actAndUndo(harness: FaultHarness, orders: readonly Moved[]): Promise<void> {
  const { shop } = harness;
  const { rows } = await shop.database.query<{ last: number }>(
    'SELECT COALESCE(max(id), 0)::int AS last FROM notices',
  );
  const since = rows[0]?.last ?? 0;
  const first = await moveAndUndo(
    harness,
    inPortions(orders).map((each) => ({ move: 'complete', orders: each })),
  );
  const archived = await moveAndUndo(
    harness,
    inPortions(first.kept).map((each) => ({ move: 'archive', orders: each })),
  );
  const taken = await moveAndUndo(
    harness,
    inPortions(first.undone).map((each) => ({ move: 'process', orders: each })),
  );
  await waitUntilMessagesSent(shop);
  await waitUntilSent(harness);
  await assertTold(harness, 'delivered', first.kept, since);
  await assertTold(harness, 'taken', taken.kept, since);
  const posts = await harness.discord.listMessages('history');
  for (const { id } of orders) {
    const found = posts.filter(mentionsOrder(id)).length;
    const wanted = [first.kept, archived.kept].filter((list) => list.some((one) => one.id === id)).length;
    assertThat(found === wanted, `order ${id} has ${found} posts in the history, not ${wanted}`);
  }
}

/** Scenarios: `kill -9` while acts are taken back. */
export const UNDO_CRASHES: readonly Scenario[] = [
  {
    name: 'undo.killed',
    title: 'backend and bot killed around 200 acts, of which half are taken back',
    run: async (harness) => {
      const orders = await buyOrders(harness, await signInReader(harness));
      await waitUntilIdle(harness.shop);
      await restartBackend(harness, UNDO_TIME);
      try {
        await actAndUndo(harness, orders);
      } finally {
        await restartBackend(harness);
      }
    },
  },
];
