import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Health } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { mayAlterTables } from '../../infra/database/runtime-role.js';
import { withTimeout } from '../../infra/queue/with-timeout.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { STRIPE_API_VERSION } from '../payments/stripe/stripe-client.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { HEALTH_PARTS, type HealthPart, type PartState } from './health-parts.js';

/** Time limit per dependency, ms, since load balancers wait no longer. */
const ANSWER_MS = 2_000;

/**
 * Health: down without Postgres or a payment method, degraded without queue, bot or Discord (OWN-234). Warns of a role
 * that may alter tables (OWN-427).
 */
@Injectable()
export class HealthCheck {
  private checking: Promise<Health> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly providers: PaymentProviders,
    private readonly stripe: StripeProvider,
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
  ) {}

  /** Checks the health; concurrent callers share one check, since anybody may call. */
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
    const payments = this.providers.offered();
    const warnings = mayAlter ? ['DATABASE_ROLE_MAY_ALTER'] : [];
    const stripeApiVersion = this.stripe.isSetUp ? STRIPE_API_VERSION : undefined;
    const known = { postgres, payments, operatorAccounts, stripeApiVersion, warnings };
    if (!postgres || payments.length === 0) return { status: 'down', ...known };
    const states = await Promise.all(
      this.parts.map(async (part) => [part.name, await stateOf(part)] as const),
    );
    const degraded = states.some(([, state]) => state === 'away');
    return { status: degraded ? 'degraded' : 'ok', ...known, ...Object.fromEntries(states) };
  }
}

/** State of a part; one that hangs or fails counts as away. */
function stateOf(part: HealthPart): Promise<PartState> {
  return withTimeout(ANSWER_MS, part.state()).catch((): PartState => 'away');
}
