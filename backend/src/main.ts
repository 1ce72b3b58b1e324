import 'reflect-metadata';
import { failpoints } from './platform/failpoints.js';
import { describeError } from './platform/describe-error.js';
import { createApp } from './create-app.js';
import { readSettings } from './settings.js';

/** Time limit of the shutdown, ms; below ten seconds, after which supervisors kill a process. */
const SHUTDOWN_MS = 9_000;

async function main(): Promise<void> {
  const settings = readSettings();
  failpoints.armPoints(settings.failpoints);
  const app = await createApp(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => setTimeout(() => process.exit(1), SHUTDOWN_MS).unref());
  await app.listen(settings.port, settings.host);
  // Ends this process when its supervisor ends, because an orphan would keep the port.
  process.on('disconnect', () => void app.close().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
