import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Health } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { findMissingMigrations } from '../../platform/database/migration-record.js';
import { MIGRATIONS } from '../../platform/database/migrations/index.js';
import { canAlterTables } from '../../platform/database/runtime-role.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { PaymentProviderRegistry } from '../../shop/payments/payment-provider-registry.js';
import { STRIPE_API_VERSION } from '../../shop/payments/stripe/stripe-client.js';
import { StripeProvider } from '../../shop/payments/stripe/stripe-provider.js';
import { ClockWatch } from './clock-watch.js';
import { WriteProbe } from './write-probe.js';

export type PartState = 'connected' | 'away' | 'off';

/** A dependency without which the shop works for a while, such as the queue or Discord. */
export interface HealthPart {
  name: string;
  state(): Promise<PartState>;
}

export const HEALTH_PARTS = Symbol('health parts');

/** Describes missing database migrations in a sentence for an operator. */
const describeSchemaProblem = (missing: readonly string[]): string =>
  `The database is older than this program; run migrate. It lacks ${missing.join(', ')}.`;

/** Time limit for the check of one dependency, ms, because load balancers wait no longer. */
const ANSWER_MS = 2_000;

/**
 * Health of the shop: down without Postgres, its writes, the current schema or a payment method; degraded
 * without queue, bot or Discord. Warns of a database role that may alter tables, and of a wrong clock.
 */
@Injectable()
export class HealthCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger(HealthCheck.name);
  private checking: Promise<Health> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly providers: PaymentProviderRegistry,
    private readonly stripe: StripeProvider,
    private readonly writes: WriteProbe,
    private readonly clocks: ClockWatch,
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
  ) {}

  /** Logs an outdated schema at the start, because calls would fail. */
  async onApplicationBootstrap(): Promise<void> {
    const missing = await findMissingMigrations(this.database, MIGRATIONS).catch(() => []);
    if (missing.length > 0) this.logger.error(describeSchemaProblem(missing));
  }

  /** Checks the health of the shop. Concurrent callers share one check, because anybody may call it. */
  checkHealth(): Promise<Health> {
    this.checking ??= this.runHealthCheck().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  /** Finds everything that prevents purchases from being stored, as sentences. */
  private async findProblems(): Promise<string[]> {
    const asked = withTimeout(ANSWER_MS, findMissingMigrations(this.database, MIGRATIONS));
    const missing = await asked.catch(() => []);
    if (missing.length > 0) return [describeSchemaProblem(missing)];
    const refusal = await this.writes.findProblem();
    return refusal === undefined ? [] : [refusal];
  }

  private async runHealthCheck(): Promise<Health> {
    const asked = Promise.all([this.accounts.countOperators(), canAlterTables(this.database)]);
    const [operatorAccounts, mayAlter] = await withTimeout(ANSWER_MS, asked).catch(() => []);
    const postgres = operatorAccounts !== undefined;
    const payments = this.providers.offeredMethods();
    const { problem: clock } = this.clocks;
    const warnings = [...(mayAlter ? ['DATABASE_ROLE_MAY_ALTER'] : []), ...(clock ? [clock] : [])];
    const stripeApiVersion = this.stripe.isSetUp ? STRIPE_API_VERSION : undefined;
    const problems = await this.findProblems();
    const known = { postgres, payments, operatorAccounts, stripeApiVersion, warnings, problems };
    if (!postgres || payments.length === 0 || problems.length > 0) return { status: 'down', ...known };
    const states = await Promise.all(
      this.parts.map(async (part) => [part.name, await readPartState(part)] as const),
    );
    const degraded = states.some(([, state]) => state === 'away');
    return { status: degraded ? 'degraded' : 'ok', ...known, ...Object.fromEntries(states) };
  }
}

/** Reads the state of a dependency; one that hangs or fails counts as `away`. */
function readPartState(part: HealthPart): Promise<PartState> {
  return withTimeout(ANSWER_MS, part.state()).catch((): PartState => 'away');
}
