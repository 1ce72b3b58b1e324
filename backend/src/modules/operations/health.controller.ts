import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../common/access.js';
import { HealthCheck, type Health } from './health.js';

/** For operators and load balancers (OWN: health). */
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthCheck) {}

  /** The process answers. */
  @Get('live')
  @Allow('public')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when a purchase would work, 503 otherwise. */
  @Get('ready')
  @Allow('public')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const health = await this.health.check();
    void reply.status(health.status === 'down' ? 503 : 200).header('cache-control', 'no-store');
    return health;
  }
}
