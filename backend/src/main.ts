import 'reflect-metadata';
import { createApp } from './create-app.js';
import { readSettings, SettingsError } from './settings.js';

async function main(): Promise<void> {
  const settings = readSettings();
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  // The supervisor's death must not leave an orphan holding the port.
  process.on('disconnect', () => void app.close().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
