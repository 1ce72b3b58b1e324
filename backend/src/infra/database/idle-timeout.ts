import { Socket } from 'node:net';

/**
 * A socket that gives up on a peer that says nothing for so long. A server that froze, or a line that died without
 * a word, would otherwise keep a connection of the pool – and whoever waits for it – for a quarter of an hour.
 * @param ms has to be longer than the longest statement may take, and than a connection may lie idle
 */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => {
    socket.destroy(new Error(`Connection terminated: Postgres said nothing for ${ms} ms`));
  });
  return socket;
}
