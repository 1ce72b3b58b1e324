import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../lib/realtime/connect';
import type { LiveModule } from '../../lib/realtime/live-module';
import { ME } from '../../lib/http/keys';
import { withTimeout } from '../../lib/browser/scheduling';

/** Live modules added by features, besides the shop's own. */
const addedModules = new Set<LiveModule>();

let connection: Promise<LiveConnection> | undefined;

/** Retry delay when the socket's code could not be fetched, ms. */
const RETRY_MS = 10_000;
/** Timeout of fetching the socket's code, ms. */
const LOAD_MS = 15_000;

function openConnection(client: QueryClient): Promise<LiveConnection> {
  connection ??= connect(client).catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

/** Opens the socket after the first view; its code and the schemas are not part of the first load. */
export function startLive(client: QueryClient): void {
  const begin = () => {
    openConnection(client).catch(() => setTimeout(begin, RETRY_MS));
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 200);
}

/** Opens the socket if necessary and adds a feature's handlers, such as the panel's. */
export function addLiveModule(client: QueryClient, module: LiveModule): void {
  // If the socket's code fails to load, the retry adds all of these modules again.
  addedModules.add(module);
  openConnection(client).then(
    (live) => live.add(module),
    () => undefined,
  );
}

/** Reconnects with the current session; called after signing out. A socket opened later uses it anyway. */
export async function renewLive(): Promise<void> {
  try {
    (await connection)?.renew();
  } catch {
    // The socket's code did not load; `startLive` tries again.
  }
}

async function connect(client: QueryClient): Promise<LiveConnection> {
  const code = Promise.all([import('../../lib/realtime/connect'), import('./live-modules')]);
  const [{ connectLive }, { liveModules }] = await withTimeout(code, LOAD_MS);
  const live = connectLive(client, () => void client.invalidateQueries({ queryKey: ME }));
  for (const module of [...liveModules, ...addedModules]) live.add(module);
  return live;
}
