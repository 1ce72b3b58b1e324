import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { HEALTH_PARTS, type HealthPart } from './health-parts.js';

export interface Health {
  status: 'ok' | 'degraded' | 'down';
  postgres: boolean;
  payments: string[];
  [part: string]: unknown;
}

/**
 * Whether a purchase would work: Postgres answers and one payment method is set up. What else is away – queue,
 * bot – makes the shop degraded, never down.
 */
@Injectable()
export class HealthCheck {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly stripe: StripeGateway,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
  ) {}

  async check(): Promise<Health> {
    const postgres = await this.database.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const payments = this.settings.paymentMethods.filter(
      (method) => method === 'card' && this.stripe.enabled,
    );
    if (!postgres || payments.length === 0) return { status: 'down', postgres, payments };
    const states = await Promise.all(
      this.parts.map(async (part) => [part.name, await part.state()] as const),
    );
    const degraded = states.some(([, state]) => state !== 'connected' && state !== 'off');
    return { status: degraded ? 'degraded' : 'ok', postgres, payments, ...Object.fromEntries(states) };
  }
}
