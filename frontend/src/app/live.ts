import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../lib/realtime/connect';
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
