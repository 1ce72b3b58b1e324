import 'reflect-metadata';
import { toDecimal } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { describeError } from '../common/describe-error.js';
import { ENTITIES } from '../entities.js';
import { dataSourceOptions } from '../infra/database/data-source.js';
import { describeDifference, reconcileMoney } from '../modules/payments/reconciliation/reconcile-money.js';
import { StripeProvider } from '../modules/payments/stripe/stripe-provider.js';
import { readSettings } from '../settings.js';

/** Exit code that tells a script of differences; 1 is a failure. */
const DIFFERS = 2;

/** Compares the providers' money with the shop's now, as the hourly job does, and prints what differs. */
async function main(): Promise<void> {
  const settings = readSettings();
  const provider = new StripeProvider(settings);
  const database = await new DataSource(dataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    const result = await reconcileMoney(database, provider, new Date());
    if (!result) throw new Error(`${provider.name} is not set up`);
    const { matchedCents, totalCents, differences } = result;
    const share = `$${toDecimal(matchedCents)} of $${toDecimal(totalCents)}`;
    const lines = [`${provider.name}: ${share} match`, ...differences.map(describeDifference)];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (differences.length > 0) process.exitCode = DIFFERS;
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
