import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../lib/realtime/connect';
import type { LiveModule } from '../lib/realtime/live-module';
import { ME } from '../lib/api/keys';

/** What features asked to hear beside the shop's own. */
const addedModules = new Set<LiveModule>();

let connection: Promise<LiveConnection> | undefined;

/** When its code could not be fetched (no network), it is asked for again after so long, ms. */
const AGAIN_MS = 10_000;

function opened(client: QueryClient): Promise<LiveConnection> {
  connection ??= connect(client).catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

/** Opens the socket once the first view is drawn; its code and the schemas come with it, not with the first load. */
export function startLive(client: QueryClient): void {
  const begin = () => {
    opened(client).catch(() => setTimeout(begin, AGAIN_MS));
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 200);
}

/** Opens the socket if need be and adds a feature's handlers: the panel's, once it is opened. */
export function addLiveModule(client: QueryClient, module: LiveModule): void {
  // Where the socket's code does not come now, it is asked for again, and all of these with it.
  addedModules.add(module);
  opened(client).then(
    (live) => live.add(module),
    () => undefined,
  );
}

/** Connects anew with the session of now. */
export async function renewLive(): Promise<void> {
  (await connection)?.renew();
}

async function connect(client: QueryClient): Promise<LiveConnection> {
  const [{ connectLive }, { liveModules }] = await Promise.all([
    import('../lib/realtime/connect'),
    import('./live-modules'),
  ]);
  const live = connectLive(client, () => void client.invalidateQueries({ queryKey: ME }));
  for (const module of [...liveModules, ...addedModules]) live.add(module);
  return live;
}
