import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Health } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { mayAlterTables } from '../../infra/database/runtime-role.js';
import { STRIPE_API_VERSION, StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { withTimeout } from '../../infra/queue/with-timeout.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { HEALTH_PARTS, type HealthPart, type PartState } from './health-parts.js';

/** What does not answer by then is away, ms: a balancer asks every few seconds and waits no longer. */
const ANSWER_MS = 2_000;

/**
 * Whether a purchase would work: Postgres answers and one payment method is set up. What else is away – queue,
 * bot – makes the shop degraded, never down (OWN-234). A role that could alter tables is warned of (OWN-427).
 */
@Injectable()
export class HealthCheck {
  private checking: Promise<Health> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly stripe: StripeGateway,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
  ) {}

  /** How the shop is; those who ask at the same time share one look, since anybody may ask. */
  check(): Promise<Health> {
    this.checking ??= this.runCheck().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async runCheck(): Promise<Health> {
    const asked = Promise.all([this.accounts.countOperators(), mayAlterTables(this.database)]);
    const [operatorAccounts, mayAlter] = await withTimeout(ANSWER_MS, asked).catch(() => []);
    const postgres = operatorAccounts !== undefined;
    const payments = this.settings.paymentMethods.filter(
      (method) => method === 'card' && this.stripe.enabled,
    );
    const warnings = mayAlter ? ['DATABASE_ROLE_MAY_ALTER'] : [];
    const stripeApiVersion = this.stripe.enabled ? STRIPE_API_VERSION : undefined;
    const known = { postgres, payments, operatorAccounts, stripeApiVersion, warnings };
    if (!postgres || payments.length === 0) return { status: 'down', ...known };
    const states = await Promise.all(
      this.parts.map(async (part) => [part.name, await stateOf(part)] as const),
    );
    const degraded = states.some(([, state]) => state === 'away');
    return { status: degraded ? 'degraded' : 'ok', ...known, ...Object.fromEntries(states) };
  }
}

/** A part that hangs or fails is away; the others are told of all the same. */
function stateOf(part: HealthPart): Promise<PartState> {
  return withTimeout(ANSWER_MS, part.state()).catch((): PartState => 'away');
}
