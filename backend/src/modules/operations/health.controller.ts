import { Controller, Headers, Inject, Res } from '@nestjs/common';
import { operationCalls, type Health } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../common/access.js';
import { isBearer } from '../../common/same-secret.js';
import { MaybeActor } from '../../common/http/current-actor.js';
import { Call } from '../../infra/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { HealthCheck } from './health.js';

/** For operators and load balancers (OWN-234). */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheck,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The process answers. */
  @Call(operationCalls.live)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when a purchase would work, 503 otherwise; what is wrong helps a thief, so strangers are not told. */
  @Call(operationCalls.ready)
  async ready(
    @MaybeActor() actor: Actor | undefined,
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Health> {
    const health = await this.health.check();
    void reply.status(health.status === 'down' ? 503 : 200).header('cache-control', 'no-store');
    const { metricsToken, botApiToken } = this.settings;
    // The bot's container asks whether its bot is at the gateway.
    const isOperator =
      actor?.role === 'admin' ||
      [metricsToken, botApiToken].some((secret) => isBearer(authorization, secret));
    return isOperator ? health : { status: health.status };
  }
}
