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
import { randomBytes } from 'node:crypto';
import { writeRefusalReason, RefusedWrites } from '../../platform/database/database-errors.js';
import { describeError } from '../../platform/describe-error.js';
import { sql } from '../../platform/database/sql.js';

/** Time for which a successful test write is trusted, ms, so that frequent probes cost little. */
const VALID_MS = 10_000;
/** Time limit for the check of one dependency, ms, because load balancers wait no longer. */
const ANSWER_MS = 2_000;
/** Bytes that a test write stores, more than a database page, so that a full disk is noticed. */
const FILLER_BYTES = 10_000;

const WRITE = `
  INSERT INTO write_probes (id, written_at, filler) VALUES (1, clock_timestamp(), $1)
  ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`;

/** Checks whether Postgres accepts writes, by a small test write. */
@Injectable()
export class WriteProbe {
  private readonly logger = new Logger(WriteProbe.name);
  private takenAt = Number.NEGATIVE_INFINITY;
  private reported: string | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly refused: RefusedWrites,
  ) {}

  /** Finds why Postgres refuses writes, as a sentence; undefined while writes work. Logs each new reason. */
  async findProblem(): Promise<string | undefined> {
    const reason = this.refused.recentReason ?? (await this.tryWrite());
    if (reason !== undefined && reason !== this.reported) this.logger.error(`Writes are refused. ${reason}`);
    if (reason === undefined && this.reported !== undefined) this.logger.log('Writes are taken again.');
    this.reported = reason;
    return reason;
  }

  private async tryWrite(): Promise<string | undefined> {
    if (performance.now() - this.takenAt < VALID_MS) return undefined;
    const filler = randomBytes(FILLER_BYTES).toString('hex');
    try {
      await withTimeout(ANSWER_MS, sql(this.database).run(WRITE, [filler]));
      this.takenAt = performance.now();
      return undefined;
    } catch (error) {
      return (
        writeRefusalReason(error) ?? `The database takes no write: ${describeError(error).split('\n', 1)[0]}`
      );
    }
  }
}

type PartState = 'connected' | 'away' | 'off';

/** A dependency without which the shop works for a while, such as the queue or Discord. */
export interface HealthPart {
  name: string;
  state(): Promise<PartState>;
}

export const HEALTH_PARTS = Symbol('health parts');

/** Describes missing database migrations in a sentence for an operator. */
const describeSchemaProblem = (missing: readonly string[]): string =>
  `The database is older than this program; run migrate. It lacks ${missing.join(', ')}.`;

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
