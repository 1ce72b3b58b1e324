import { Controller, Res, Inject, Headers, Ip } from '@nestjs/common';
import {
  holdsRight,
  operationCalls,
  type AdminCounts,
  receiptCalls,
  type SellerAnswer,
  type Health,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { type Actor, isActingAdmin } from '../../platform/calls/access.js';
import { CurrentActor, MaybeActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { hasBearerToken } from '../../platform/secrets.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';
import { WrongTokens } from '../../people/access/refusal-recorder.js';
import { HealthCheck } from './health.js';

/** Serves the counts that the admin panel's sidebar shows, such as open orders. */
@Controller()
export class PanelCountsController {
  constructor(
    private readonly streams: StreamStore,
    private readonly orders: OrdersQueries,
    private readonly accounts: AccountsQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  @Call(operationCalls.counts)
  async readCounts(
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminCounts> {
    await this.streams.setSeqHeader(reply, 'admin');
    const [orders, users, tickets] = await Promise.all([
      holdsRight(actor, 'orders') ? this.orders.countByStatus() : { orders: 0, openOrders: 0, archived: 0 },
      holdsRight(actor, 'users') ? this.accounts.countAccounts() : 0,
      holdsRight(actor, 'tickets') ? this.tickets.readCounts() : { tickets: 0, endedTickets: 0 },
    ]);
    return { ...orders, users, ...tickets };
  }
}

/** Serves the shop operator's name and address from the settings. */
@Controller()
export class SellerController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Call(receiptCalls.seller)
  readSeller(): SellerAnswer {
    const { seller, evidenceDays } = this.settings;
    return { ...seller, evidenceDays };
  }
}

/**
 * Time limit for counting a wrong service token, ms, because the health answer does not depend on the count.
 */
const COUNT_MS = 1_000;

/** Health endpoints for operators and load balancers. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheck,
    private readonly wrongTokens: WrongTokens,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Answers 200 as long as the process runs. */
  @Call(operationCalls.live)
  answerLiveness(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Answers 200 when a purchase would work, else 503. Only admins and holders of a service token see the
   * reasons, because reasons help attackers.
   */
  @Call(operationCalls.ready)
  async answerReadiness(
    @MaybeActor() actor: Actor | undefined,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Health> {
    const health = await this.health.checkHealth();
    void reply.status(health.status === 'down' ? 503 : 200).header('cache-control', 'no-store');
    const mayRead = (actor && isActingAdmin(actor)) || (await this.isServiceToken(authorization, address));
    return mayRead ? health : { status: health.status };
  }

  /**
   * Checks a service token and counts a wrong one. Answers even without a database, because load balancers
   * need the status.
   */
  private async isServiceToken(authorization: string | undefined, address: string): Promise<boolean> {
    const { metricsToken, botApiToken } = this.settings;
    // Accepts the bot's token too, because the bot's container asks here whether its bot is connected to
    // Discord.
    if ([metricsToken, botApiToken].some((secret) => hasBearerToken(authorization, secret))) return true;
    const counted = this.wrongTokens.recordWrongToken(authorization, address, 'health');
    await withTimeout(COUNT_MS, counted).catch(() => undefined);
    return false;
  }
}
