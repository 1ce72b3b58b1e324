import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * Requests one address over several connections without pause, on bare sockets, so that the client costs little.
 * @returns answers per second @throws Error when an answer is not 200 or a connection breaks
 */
export async function loadHttp(url: string, connections: number, durationMs: number): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url);
  const request = Buffer.from(
    `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\n\r\n`,
  );
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  const counts = await Promise.all(sockets.map((socket) => requestRepeatedly(socket, request, until)));
  const tookS = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.destroy();
  return counts.reduce((sum, count) => sum + count, 0) / tookS;
}

/** One connection: the next request as soon as the last was answered whole. */
async function requestRepeatedly(socket: Socket, request: Buffer, until: number): Promise<number> {
  let answered = 0;
  let missing = 0;
  let head = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    const next = (): void => {
      answered += 1;
      head = '';
      if (performance.now() < until) socket.write(request);
      else resolve();
    };
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) next();
        return;
      }
      const part = chunk.toString('latin1');
      const before = head.length;
      head += part;
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined)
        return reject(new Error(`answered ${head.slice(0, 40)}`));
      missing = Number(length) - (chunk.length - (end + HEAD_END.length - before));
      if (missing === 0) next();
    });
    socket.write(request);
  });
  socket.removeAllListeners('close');
  return answered;
}
