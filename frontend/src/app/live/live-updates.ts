import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../lib/realtime/connect-live';
import type { LiveModule } from '../../lib/realtime/live-module';
import { ME } from '../../lib/http/query-keys';
import { withTimeout } from '../../lib/browser/scheduling';

/** Realtime modules that features added, besides those of the shop. */
const addedModules = new Set<LiveModule>();

let connection: Promise<LiveConnection> | undefined;

/** Delay before the socket's code is fetched again after a failure, ms. */
const RETRY_MS = 10_000;
/** Timeout of fetching the socket's code, ms. */
const LOAD_MS = 15_000;

function openLiveConnection(client: QueryClient): Promise<LiveConnection> {
  connection ??= connectLiveModules(client).catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

/** Opens the socket after the first view, because the socket's code and schemas are not part of the first load. */
export function startLiveUpdates(client: QueryClient): void {
  const openOrRetryLater = () => {
    openLiveConnection(client).catch(() => setTimeout(openOrRetryLater, RETRY_MS));
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(openOrRetryLater, { timeout: 2_000 });
  else setTimeout(openOrRetryLater, 200);
}

/** Adds realtime handlers of a feature, such as the panel, and opens the socket if it is not open yet. */
export function addLiveModule(client: QueryClient, module: LiveModule): void {
  // Modules are stored, because they have to be added again when loading the socket's code fails and is retried.
  addedModules.add(module);
  openLiveConnection(client).then(
    (live) => live.add(module),
    () => undefined,
  );
}

/** Reconnects the socket with the current session after a sign-out; a socket opened later uses it anyway. */
export async function reconnectLive(): Promise<void> {
  try {
    (await connection)?.renew();
  } catch {
    // Errors are ignored here: the socket's code did not load, and `startLiveUpdates` tries again.
  }
}

async function connectLiveModules(client: QueryClient): Promise<LiveConnection> {
  const code = Promise.all([import('../../lib/realtime/connect-live'), import('./live-modules')]);
  const [{ connectLive }, { liveModules }] = await withTimeout(code, LOAD_MS);
  const live = connectLive(client, () => void client.invalidateQueries({ queryKey: ME }));
  for (const module of [...liveModules, ...addedModules]) live.add(module);
  return live;
}
