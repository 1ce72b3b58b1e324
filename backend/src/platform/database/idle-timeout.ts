import { Socket } from 'node:net';

/**
 * Creates a socket that fails after `ms` without data, since TCP alone notices a dead peer only after 15 minutes. Use
 * more than the longest statement and idle time.
 */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => {
    socket.destroy(new Error(`Connection terminated: Postgres sent nothing for ${ms} ms`));
  });
  return socket;
}
