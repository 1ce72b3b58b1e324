import fc from 'fast-check';
import assert from 'node:assert/strict';
import { awaitMessages } from '../expect-settled.js';
import { BUYER_OPERATIONS } from './buyer-operations.js';
import { copyOrdersOfShop, expectedFacts, actualFacts } from './compare.js';
import {
  isAccepted,
  NO_PURCHASE,
  type Choice,
  type Context,
  type Operation,
  type Outcome,
  type Target,
} from './operation.js';
import { PAYPAL_ORDER_OPERATIONS } from './paypal-order-operations.js';
import type { ShopModel } from './shop-model.js';
import { ALONE, SHOPPING_OPERATIONS } from './shopping-operations.js';
import { STAFF_OPERATIONS } from './staff-operations.js';
import { readActual, type Actual, type World } from './world.js';
import { RefundSender } from '../../src/shop/refunds/send-refunds.js';

const OPERATIONS: Record<string, Operation> = {
  ...SHOPPING_OPERATIONS,
  ...BUYER_OPERATIONS,
  ...PAYPAL_ORDER_OPERATIONS,
  ...STAFF_OPERATIONS,
};

/** Operations that lead on are chosen more often than those that are mostly refused. */
const LEADS_ON = [
  'pay',
  'payForm',
  'approve',
  'complete',
  'confirm',
  'dispute',
  'refundInDashboard',
  'refund',
];
const OF_PURCHASES = [
  ...Object.keys(OPERATIONS).filter((kind) => OPERATIONS[kind]?.isOfPurchase === true),
  ...LEADS_ON,
  ...LEADS_ON,
  ...LEADS_ON,
];

/** Most operations concern a purchase; the matching one is chosen when its turn comes. */
const choice: fc.Arbitrary<Choice> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 6, arbitrary: fc.constant('place') },
    { weight: 2, arbitrary: fc.constantFrom('redeem', 'setPool', 'setStock') },
    { weight: 1, arbitrary: fc.constantFrom('evening', 'days') },
  ),
  buyerIndex: fc.nat(2),
  pick: fc.nat(999),
  n: fc.nat(999),
  twice: fc.boolean(),
});

/** Operations of several people at once, each with a buyer of their own. */
export const batches = fc
  .uniqueArray(choice, { minLength: 1, maxLength: 3, selector: ({ buyerIndex }) => buyerIndex })
  .map((choices) => new Batch(choices));

interface Try extends Target {
  kind: string;
  operation: Operation;
  twice: boolean;
}

interface Done extends Try {
  outcome: Outcome;
}

/** Runs a batch in the shop and in the model. The results must be equal for one of the possible orders. */
class Batch implements fc.AsyncCommand<ShopModel, World> {
  private done: Done[] = [];

  constructor(private readonly choices: readonly Choice[]) {}

  check(model: Readonly<ShopModel>): boolean {
    return this.tries(model).length > 0;
  }

  async run(model: ShopModel, world: World): Promise<void> {
    const tries = this.tries(model);
    world.count += tries.length;
    this.done = await Promise.all(
      tries.map(async (one) => ({ ...one, outcome: await perform(model, world, one) })),
    );
    const statuses = this.done.flatMap(({ outcome }) => outcome.statuses);
    assert.deepEqual(
      statuses.filter((status) => status >= 500),
      [],
    );
    await waitUntilHandled(world);
    const actual = await readActual(world);
    const ends = permutationsOf(this.done).map((order) => applyToModel(model, world, actual, order));
    const shop = (end: ShopModel) => JSON.stringify(actualFacts(end, world, actual));
    const found = ends.find((end) => end && JSON.stringify(expectedFacts(end)) === shop(end));
    if (found) return void Object.assign(model, found);
    const [closest] = ends.filter((end) => end !== undefined);
    assert.ok(closest, `the model allows these answers in no order: ${this.toString()}`);
    const batch = this.toString();
    assert.deepEqual(
      { batch, end: actualFacts(closest, world, actual) },
      { batch, end: expectedFacts(closest) },
    );
  }

  toString(): string {
    const named = this.done.map(({ kind, buyerIndex, purchase, n, twice, outcome }) => {
      const { statuses, code = '' } = outcome;
      return `${buyerIndex}.${kind}${twice ? ' twice' : ''}(purchase ${purchase}, n ${n}) ${statuses.join(' ')} ${code}`;
    });
    return `[${named.join('; ')}]`;
  }

  private tries(model: Readonly<ShopModel>): Try[] {
    const alone = this.choices.find(({ kind }) => ALONE.has(kind));
    return (alone ? [alone] : this.choices).flatMap((one) => resolve(model, one));
  }
}

/** Waits for all messages, including those of refunds that are sent now. */
async function waitUntilHandled({ shop }: World): Promise<void> {
  await awaitMessages(shop);
  const waiting: unknown[] = await shop.database.query(`SELECT 1 FROM refunds WHERE state = 'requested'`);
  if (waiting.length === 0) return;
  await shop.app.get(RefundSender).sendDueRefunds();
  await awaitMessages(shop);
}

/** Doubled only for calls that the shop answers, because a provider refuses repeats by itself. */
const DOUBLED: ReadonlySet<string> = new Set(
  'process complete archive cancelOrder confirm withdraw cancel refresh'.split(' '),
);

/** Resolves a choice in the current state of the model; empty if its buyer has no matching purchase. */
function resolve({ buyers }: Readonly<ShopModel>, { kind, buyerIndex, pick, n, twice }: Choice): Try[] {
  const buyer = buyers[buyerIndex];
  if (!buyer) return [];
  const named = OPERATIONS[kind];
  if (named)
    return named.applies(buyer, NO_PURCHASE)
      ? [{ kind, buyerIndex, n, purchase: -1, operation: named, twice: false }]
      : [];
  const fitting = OF_PURCHASES.flatMap((one) => {
    const operation = OPERATIONS[one];
    return buyer.purchases.flatMap((purchase, at) =>
      operation?.applies(buyer, purchase) === true
        ? [{ kind: one, buyerIndex, n, purchase: at, operation, twice: twice && DOUBLED.has(one) }]
        : [],
    );
  });
  const chosen = fitting[pick % fitting.length];
  return chosen ? [chosen] : [];
}

function contextOf(model: ShopModel, { buyerIndex, purchase, n }: Target): Context {
  const buyer = model.buyers[buyerIndex];
  if (!buyer) throw new Error(`there is no buyer ${buyerIndex}`);
  return { model, buyer, purchase: buyer.purchases[purchase] ?? NO_PURCHASE, n };
}

async function perform(model: ShopModel, world: World, one: Try): Promise<Outcome> {
  const act = () => one.operation.perform(world, one, contextOf(model, one));
  if (!one.twice) return act();
  const both = await Promise.all([act(), act()]);
  const accepted = both.filter(isAccepted).length;
  assert.ok(accepted < 2 || one.operation.isRepeatable === true, `${one.kind} was accepted twice`);
  return { ...both[0], statuses: both.flatMap(({ statuses }) => statuses) };
}

/** @returns the model afterwards; undefined if the answers are impossible in this order */
function applyToModel(
  model: ShopModel,
  world: World,
  actual: Actual,
  order: readonly Done[],
): ShopModel | undefined {
  const end = structuredClone(model);
  for (const one of order) if (!one.operation.apply(contextOf(end, one), one.outcome)) return undefined;
  copyOrdersOfShop(end, world, actual);
  return end;
}

function permutationsOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, at) =>
    permutationsOf(things.filter((_, index) => index !== at)).map((rest) => [thing, ...rest]),
  );
}
