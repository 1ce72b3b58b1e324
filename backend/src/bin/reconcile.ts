import 'reflect-metadata';
import { toDecimal } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { describeError } from '../common/describe-error.js';
import { ENTITIES } from '../entities.js';
import { dataSourceOptions } from '../infra/database/data-source.js';
import { describeDifference, reconcileMoney } from '../modules/payments/reconciliation/reconcile-money.js';
import { paypalOrdersMoney } from '../modules/payments/paypal/orders/order-movements.js';
import { StripeProvider } from '../modules/payments/stripe/stripe-provider.js';
import { readSettings } from '../settings.js';

/** Exit code that tells a script of differences; 1 is a failure. */
const DIFFERS = 2;

/** Compares the providers' money with the shop's now, as the hourly job does, and prints what differs. */
async function main(): Promise<void> {
  const settings = readSettings();
  const sources = [new StripeProvider(settings), paypalOrdersMoney(settings)].filter(
    ({ isSetUp }) => isSetUp,
  );
  if (sources.length === 0) throw new Error('no provider that can be asked is set up');
  const database = await new DataSource(dataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    for (const source of sources) {
      const result = await reconcileMoney(database, source, new Date());
      if (!result) continue;
      const { matchedCents, totalCents, differences } = result;
      const share = `$${toDecimal(matchedCents)} of $${toDecimal(totalCents)}`;
      const lines = [`${source.name}: ${share} match`, ...differences.map(describeDifference)];
      process.stdout.write(`${lines.join('\n')}\n`);
      if (differences.length > 0) process.exitCode = DIFFERS;
    }
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
