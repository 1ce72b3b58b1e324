import { afterAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CRYPTO_SHOP } from './crypto-shop.js';
import { batches } from './model/batch.js';
import { passHours } from './model/shopping-operations.js';
import { newModel, newWorld, type Wallet, type World } from './model/world.js';
import { expectProviderAgrees, expectSettled } from './expect-settled.js';
import { modelRun } from './settings.js';
import { startShop, type Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

const { operations, seed } = modelRun();
/** Batches of a run at most; the invariants are asked after each run. */
const MAX_BATCHES = 40;
/** A shop that has seen more answers slowly, since the stand-ins show all they ever did. */
const MAX_OF_SHOP = 600;

jest.setTimeout(60_000 + operations * 1_000);

/**
 * The shop of the runs with one kind of wallet: another one after a failure, so that what it broke does not fail the
 * shorter tries as well.
 */
class Stage {
  private shop: Shop | undefined;
  private admin: SignedIn | undefined;
  private used = 0;

  constructor(private readonly wallet: Wallet) {}

  async world(): Promise<World> {
    if (this.used >= MAX_OF_SHOP) await this.close();
    const methods = { ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' };
    this.shop ??= await startShop({ ...methods, PAYPAL_MODE: this.wallet });
    this.admin ??= await this.shop.signIn({ admin: true });
    return newWorld({ shop: this.shop, admin: this.admin, wallet: this.wallet });
  }

  count(done: number): void {
    this.used += done;
  }

  async close(): Promise<void> {
    const { shop } = this;
    Object.assign(this, { shop: undefined, admin: undefined, used: 0 });
    await shop?.close();
  }
}

describe('the shop and a small model of it (OWN-512)', () => {
  const stages = [new Stage('orders'), new Stage('form')] as const;
  afterAll(async () => {
    for (const stage of stages) await stage.close();
  });

  it(`agree after ${operations} operations of several people at once, whatever they are`, async () => {
    const counted = { done: 0 };
    const runOn = (stage: Stage) =>
      fc.asyncProperty(
        fc.commands([batches], { maxCommands: MAX_BATCHES, size: 'max' }),
        async (commands) => {
          const world = await stage.world();
          try {
            await fc.asyncModelRun(() => ({ model: newModel(), real: world }), commands);
            await passHours(world.shop, 80);
            await expectSettled(world.shop);
            await expectProviderAgrees(world.shop);
          } catch (error) {
            await stage.close().catch(() => undefined);
            throw error;
          }
          counted.done += world.count;
          stage.count(world.count);
        },
      );
    for (let n = 0; counted.done < operations; n += 1)
      await fc.assert(runOn(stages[(seed + n) % 2 === 0 ? 0 : 1]), {
        seed: seed + n,
        numRuns: 1,
        asyncReporter: (details) => {
          if (!details.failed) return Promise.resolve();
          const again = `MODEL_SEED=${seed + n} MODEL_OPERATIONS=1 npm test -- test/model.`;
          throw new Error(`${fc.defaultReportMessage(details)}\n\nAgain: ${again}`, {
            cause: details.errorInstance,
          });
        },
      });
    expect(counted.done).toBeGreaterThanOrEqual(operations);
  });
});
