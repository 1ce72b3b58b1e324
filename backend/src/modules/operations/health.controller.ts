import { Controller, Res } from '@nestjs/common';
import { operationCalls, type Health } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { Call } from '../../infra/calls/call.js';
import { HealthCheck } from './health.js';

/** For operators and load balancers (OWN-234). */
@Controller()
export class HealthController {
  constructor(private readonly health: HealthCheck) {}

  /** The process answers. */
  @Call(operationCalls.live)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when a purchase would work, 503 otherwise. */
  @Call(operationCalls.ready)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const health = await this.health.check();
    void reply.status(health.status === 'down' ? 503 : 200).header('cache-control', 'no-store');
    return health;
  }
}
