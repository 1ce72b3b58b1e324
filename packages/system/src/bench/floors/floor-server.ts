import { once } from 'node:events';
import type { Server } from 'node:http';
import type { z } from 'zod';

/** Waits for the settings, which are the first message from the bench. */
export async function receiveSettings<T extends z.ZodType>(shape: T): Promise<z.output<T>> {
  const [settings] = await once(process, 'message');
  return shape.parse(settings);
}

/** Listens on a free port, reports the port to the bench, and exits when the bench does. */
export async function listen(server: Server): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.send?.({ port: address.port });
}
