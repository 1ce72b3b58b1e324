import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { within } from '../../infra/queue/within.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { HEALTH_PARTS, type HealthPart, type PartState } from './health-parts.js';

export interface Health {
  status: 'ok' | 'degraded' | 'down';
  postgres: boolean;
  payments: string[];
  [part: string]: unknown;
}

/** What does not answer by then is away, ms: a balancer asks every few seconds and waits no longer. */
const ANSWER_MS = 2_000;

/**
 * Whether a purchase would work: Postgres answers and one payment method is set up. What else is away – queue,
 * bot – makes the shop degraded, never down (OWN-234).
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
    const postgres = await within(ANSWER_MS, this.database.query('SELECT 1')).then(
      () => true,
      () => false,
    );
    const payments = this.settings.paymentMethods.filter(
      (method) => method === 'card' && this.stripe.enabled,
    );
    if (!postgres || payments.length === 0) return { status: 'down', postgres, payments };
    const states = await Promise.all(
      this.parts.map(async (part) => [part.name, await stateOf(part)] as const),
    );
    const degraded = states.some(([, state]) => state === 'away');
    return { status: degraded ? 'degraded' : 'ok', postgres, payments, ...Object.fromEntries(states) };
  }
}

/** A part that hangs or fails is away; the others are told of all the same. */
function stateOf(part: HealthPart): Promise<PartState> {
  return within(ANSWER_MS, part.state()).catch((): PartState => 'away');
}
