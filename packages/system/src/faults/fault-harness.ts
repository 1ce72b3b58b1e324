import { createDatabase, findProgram, startPostgres, startRedis, until } from '@pax/local';
import { startSmtp, type SmtpStandIn } from '@pax/stand-ins';
import { adminCoinStockAnswer, order, type CheckoutAnswer, type PlaceCheckoutAnswer } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { waitUntilIdle } from '../check/wait-until-idle.js';
import { findInconsistencies } from '../check/consistency.js';
import { findNoticeDifferences } from '../check/notice-differences.js';
import { settings } from '../settings.js';
import { DiscordControl, mentionsOrder } from '../support/discord-control.js';
import { RoomClient } from '../support/room-client.js';
import type { Person } from '../support/person.js';
import { readDatabaseUrl, readPid } from '../support/run-record.js';
import { RestartableServer } from '../support/restartable-server.js';
import { readCheckout, submitPayPage, placeCheckout, productNamed, type Items } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { StripeControl } from '../support/stripe-control.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import type { FaultTimings } from './fault-timings.js';

const health = z.looseObject({ status: z.string() });
/** Number of coins, enough for any number of rounds. */
const POOL = 900_000_000_000;
const ERROR_LINE = /\bERROR\b|"level":"(error|fatal)"/;
/** Longest time that a recovery may take, ms. */
const TIMEOUT_MS = 60_000;

/** A shop of which every part can be broken, with an admin at the panel and a buyer. */
export class FaultHarness {
  private constructor(
    readonly shop: WholeShop,
    readonly postgres: RestartableServer<Awaited<ReturnType<typeof startPostgres>>>,
    readonly redis: RestartableServer<Awaited<ReturnType<typeof startRedis>>>,
    readonly timings: FaultTimings,
    readonly admin: Person,
    readonly buyer: Person,
    readonly panel: RoomClient,
    readonly mailServer: SmtpStandIn,
    private readonly items: Items,
    private readonly dataDir: string,
  ) {}

  /** Starts the services, the shop, and the people who use it. */
  static async start(timings: FaultTimings): Promise<FaultHarness> {
    const dataDir = await mkdtemp(join(tmpdir(), 'pax-faults-'));
    const program = findProgram(['redis-server', 'valkey-server'], settings.searchPath);
    if (program === undefined) throw new Error('there is no Redis on this machine');
    const postgres = await RestartableServer.start(() =>
      startPostgres({ dataDir: join(dataDir, 'postgres') }),
    );
    const redis = await RestartableServer.start(() =>
      startRedis({ program, dataDir: join(dataDir, 'redis') }),
    );
    await createDatabase(postgres.server.url(), 'pax');
    const mailServer = await startSmtp();
    const shop = await startWholeShop({
      SMTP_URL: mailServer.url,
      SELLER_EMAIL: 'shop@mail.example',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.server.url('pax'),
      REDIS_URL: redis.server.url,
    });
    const admin = await signInWithDiscord(shop, 'pax.operator');
    await admin.send('PUT', '/api/admin/coin-stock', { coinStock: POOL }, adminCoinStockAnswer);
    const buyer = await newCustomer(shop);
    const items = [{ id: (await productNamed(buyer, '50M Coins')).id, quantity: 1 }];
    const panel = await RoomClient.open(admin, ['shop', 'admin', `user:${admin.id}`]);
    await waitUntilIdle(shop);
    return new FaultHarness(shop, postgres, redis, timings, admin, buyer, panel, mailServer, items, dataDir);
  }

  get discord(): DiscordControl {
    return new DiscordControl(this.shop);
  }

  get stripe(): StripeControl {
    return new StripeControl(this.shop);
  }

  /** Places a checkout. */
  async placeCheckout(buyer = this.buyer): Promise<PlaceCheckoutAnswer> {
    return await placeCheckout(buyer, this.items);
  }

  /** Waits until a checkout is paid, even through outages. @returns the checkout with its orders */
  async waitForPaid(checkout: string, buyer = this.buyer): Promise<CheckoutAnswer> {
    return await this.waitForState(checkout, ['paid'], buyer);
  }

  /** Waits until a checkout is in one of `states`, even through outages. */
  async waitForState(
    checkout: string,
    states: readonly string[],
    buyer = this.buyer,
  ): Promise<CheckoutAnswer> {
    const findEndedCheckout = async (): Promise<CheckoutAnswer | undefined> => {
      const answer = await readCheckout(buyer, checkout).catch(() => undefined);
      return answer !== undefined && states.includes(answer.state) ? answer : undefined;
    };
    const what = `checkout ${checkout} ${states.join(' or ')}`;
    return await until(findEndedCheckout, { deadlineMs: TIMEOUT_MS, everyMs: 100, what });
  }

  /** Makes `count` purchases one after another, and completes every second order. @returns the numbers of the orders */
  async buyOrders(count: number): Promise<number[]> {
    const made: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const { url, checkout } = await this.placeCheckout();
      await submitPayPage(url, 'pay');
      const [number = 0] = (await this.waitForPaid(checkout)).orders;
      if (at % 2 === 1) await this.completeOrder(number);
      made.push(number);
    }
    return made;
  }

  async moveOrder(number: number, move: 'process' | 'complete' | 'cancel'): Promise<void> {
    await this.admin.send('PATCH', `/api/admin/orders/${number}/${move}`, {}, order);
  }

  async completeOrder(number: number): Promise<void> {
    await this.moveOrder(number, 'complete');
  }

  /** Waits until panel and Discord show the orders. */
  async waitUntilNotified(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const isPaidOrder = (type: string, data: unknown): boolean =>
        type === 'order.paid' && order.parse(data).id === number;
      await this.panel.waitForMessage(
        'admin',
        `order ${number}`,
        ({ type, data }) => isPaidOrder(type, data),
        TIMEOUT_MS,
      );
      await this.discord.waitFor('orders', `order ${number}`, mentionsOrder(number));
    }
  }

  getPid(part: 'backend' | 'bot'): number {
    return readPid(this.shop.dataDir, part);
  }

  /** Waits until a service runs as a new process. */
  async waitForRestart(part: 'backend' | 'bot', before: number): Promise<void> {
    await until(() => this.getPid(part) !== before, { deadlineMs: TIMEOUT_MS, what: `death of the ${part}` });
  }

  /** Kills a service, and waits until it is back and the shop is healthy. */
  async kill(part: 'backend' | 'bot'): Promise<void> {
    const before = this.getPid(part);
    this.shop.signal(part, 'SIGKILL');
    await this.waitForRestart(part, before);
    await this.waitForHealth('ok');
  }

  /** Waits until the health check answers `status`; undefined means no answer. */
  async waitForHealth(status: 'ok' | 'degraded' | undefined): Promise<void> {
    const isReached = async (): Promise<boolean> => {
      const answer = await this.buyer.call('GET', '/api/health/ready').catch(() => undefined);
      return health.safeParse(answer?.body).data?.status === status;
    };
    await until(isReached, { deadlineMs: TIMEOUT_MS, everyMs: 100, what: `health ${status ?? 'silent'}` });
  }

  /** Waits until the shop has recovered without help and is idle. */
  async waitUntilRecovered(): Promise<void> {
    await this.waitForHealth('ok');
    await waitUntilIdle(this.shop);
    await this.forgetLogins();
  }

  /** Deletes the recorded log-ins of the bot, since the scenarios start the bot more often than a day allows. */
  private async forgetLogins(): Promise<void> {
    const database = new pg.Client({ connectionString: readDatabaseUrl(this.dataDir) });
    await database.connect();
    try {
      await database.query('DELETE FROM bot_logins');
    } finally {
      await database.end();
    }
  }

  /** Waits until the shop is healthy, then checks the consistency of its data. */
  async findInconsistencies(): Promise<string[]> {
    await this.waitForHealth('ok');
    return [
      ...(await findInconsistencies(this.shop, [this.panel])),
      ...(await findNoticeDifferences(this.shop, this.mailServer.mails)),
    ];
  }

  /** Reads the first error lines in the logs of backend and bot, which show the cause of a failure. */
  errorLogLines(): string[] {
    return ['backend', 'bot'].flatMap((part) => {
      const lines = readFileSync(join(this.dataDir, 'logs', `${part}.log`), 'utf8').split('\n');
      const first = lines.findIndex((line) => ERROR_LINE.test(line));
      return first < 0 ? [] : lines.slice(first, first + 12);
    });
  }

  async stop(): Promise<void> {
    this.panel.close();
    await this.shop.stop();
    await Promise.all([this.redis.stop(), this.postgres.stop(), this.mailServer.close()]);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
