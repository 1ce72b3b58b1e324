import 'reflect-metadata';
import { formatCentsAsDecimal } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { describeError } from '../platform/describe-error.js';
import { ENTITIES } from '../entities.js';
import { buildDataSourceOptions, withDedicatedConnection } from '../platform/database/data-source.js';
import type { Database } from '../platform/database/sql.js';
import { findBrokenInvariants } from '../office/operations/invariants.js';
import type { MoneySource } from '../shop/payments/payment-provider.js';
import { describeDifference, reconcileMoney, UNDER_WAY_MS } from '../shop/reconciliation/reconcile-money.js';
import { paypalOrdersMoneySource } from '../shop/payments/paypal/orders/order-movements.js';
import { StripeProvider } from '../shop/payments/stripe/stripe-provider.js';
import { readSettings } from '../settings.js';

/** Exit codes of the command for scripts: one for differences, one for a failed comparison. */
const DIFFERS = 2;
const FAILED = 1;

/** Time limit of one invariant query, ms; such a query reads whole tables. */
const STATEMENT_MS = 60_000;

/**
 * Compares the providers' payments with the shop's, as the hourly job does, then the shop's checkouts, orders
 * and ledger with each other, and prints the differences.
 */
async function main(): Promise<void> {
  const settings = readSettings();
  const sources = [new StripeProvider(settings), paypalOrdersMoneySource(settings)].filter(
    ({ isSetUp }) => isSetUp,
  );
  if (sources.length === 0) process.stdout.write('no provider that can be asked is set up\n');
  const database = await new DataSource(buildDataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    for (const source of sources) await compareProviderMoney(database, source);
  } finally {
    await database.destroy();
  }
  await withDedicatedConnection(settings.databaseUrl, STATEMENT_MS, checkInvariants);
}

/**
 * Compares the payments of one provider with the shop's. A provider that does not answer does not stop the
 * other comparisons.
 */
async function compareProviderMoney(database: DataSource, source: MoneySource): Promise<void> {
  try {
    const result = await reconcileMoney(database, source, new Date());
    if (!result) return;
    const { matchedCents, totalCents, underWay, differences } = result;
    const share = `$${formatCentsAsDecimal(matchedCents)} of $${formatCentsAsDecimal(totalCents)}`;
    const young =
      underWay.count === 0
        ? ''
        : `; ${underWay.count} of $${formatCentsAsDecimal(underWay.cents)} not yet: younger than ${UNDER_WAY_MS / 60_000} minutes`;
    const lines = [`${source.name}: ${share} match${young}`, ...differences.map(describeDifference)];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (differences.length > 0) process.exitCode ??= DIFFERS;
  } catch (error) {
    process.stderr.write(`${source.name}: not compared: ${describeError(error)}\n`);
    process.exitCode = FAILED;
  }
}

async function checkInvariants(connection: Database): Promise<void> {
  const broken = (await findBrokenInvariants(connection)) ?? [];
  const lines = broken.map(({ name, rows }) => `${name}: ${rows} rows, see backend/invariants/${name}.sql`);
  const all = lines.length === 0 ? ['checkouts, orders and ledger agree'] : lines;
  process.stdout.write(`${all.join('\n')}\n`);
  if (broken.length > 0) process.exitCode ??= DIFFERS;
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = FAILED;
});
