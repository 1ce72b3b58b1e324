import 'reflect-metadata';
import { armFailpoints } from './common/failpoints.js';
import { describeError } from './common/describe-error.js';
import { createApp } from './create-app.js';
import { readSettings } from './settings.js';

/** The longest that leaving may take, ms: whoever asked for it kills after ten seconds. */
const LEAVE_MS = 9_000;

async function main(): Promise<void> {
  const settings = readSettings();
  armFailpoints(settings.failpoints);
  const app = await createApp(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => setTimeout(() => process.exit(1), LEAVE_MS).unref());
  await app.listen(settings.port, settings.host);
  // The supervisor's death must not leave an orphan holding the port.
  process.on('disconnect', () => void app.close().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
