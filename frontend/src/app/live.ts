import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../lib/realtime/connect';
import type { LiveModule } from '../lib/realtime/live-module';
import { ME } from '../lib/api/keys';

let connection: Promise<LiveConnection> | undefined;

/** Opens the socket once the first view is drawn; its code and the schemas come with it, not with the first load. */
export function startLive(client: QueryClient): void {
  const begin = () => {
    connection ??= connect(client);
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 200);
}

/** Opens the socket if need be and adds a feature's handlers: the panel's, once it is opened. */
export async function hearAlso(client: QueryClient, module: LiveModule): Promise<void> {
  connection ??= connect(client);
  (await connection).add(module);
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
  for (const module of liveModules) live.add(module);
  return live;
}
