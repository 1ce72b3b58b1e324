import { Controller, Headers, Inject, Ip, Res } from '@nestjs/common';
import { operationCalls, type Health } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { type Actor, isActingAdmin } from '../../platform/calls/access.js';
import { hasBearerToken } from '../../platform/secrets.js';
import { MaybeActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';
import { WrongTokens } from '../../people/access/refusals.js';
import { HealthCheck } from './health.js';

/** Time limit for counting a wrong token, ms, because the answer does not depend on it. */
const COUNT_MS = 1_000;

/** For operators and load balancers. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheck,
    private readonly wrongTokens: WrongTokens,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The process answers. */
  @Call(operationCalls.live)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Answers 200 when a purchase would work, else 503. Only admins and holders of a service token see the reasons, since
   * they help attackers.
   */
  @Call(operationCalls.ready)
  async ready(
    @MaybeActor() actor: Actor | undefined,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Health> {
    const health = await this.health.check();
    void reply.status(health.status === 'down' ? 503 : 200).header('cache-control', 'no-store');
    const mayRead = (actor && isActingAdmin(actor)) || (await this.isServiceToken(authorization, address));
    return mayRead ? health : { status: health.status };
  }

  /** Counts a wrong token but still answers, because load balancers need the status even without a database. */
  private async isServiceToken(authorization: string | undefined, address: string): Promise<boolean> {
    const { metricsToken, botApiToken } = this.settings;
    // The bot's container asks whether its bot is at the gateway.
    if ([metricsToken, botApiToken].some((secret) => hasBearerToken(authorization, secret))) return true;
    const counted = this.wrongTokens.record(authorization, address, 'health');
    await withTimeout(COUNT_MS, counted).catch(() => undefined);
    return false;
  }
}
