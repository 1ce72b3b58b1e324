import { connect } from 'node:net';

/**
 * Tells whether a Redis accepts this client: AUTH and PING on a bare socket, since a library would reconnect and queue.
 * @param url `redis://[user:password@]host[:port]`; for other schemes a connection is enough
 */
export async function redisAnswers(url: string, timeoutMs = 2_000): Promise<boolean> {
  const address = new URL(url);
  const port = address.port === '' ? 6379 : Number(address.port);
  const auth = [address.username, address.password].filter((part) => part !== '').map(decodeURIComponent);
  const commands = [...(address.password === '' ? [] : [['AUTH', ...auth]]), ['PING']];

  return await new Promise((resolve) => {
    const socket = connect({ host: address.hostname.replace(/^\[|\]$/g, ''), port });
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    let received = '';
    socket.setTimeout(timeoutMs, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('end', () => finish(false));
    socket.once('connect', () => {
      if (address.protocol !== 'redis:') finish(true);
      else socket.write(commands.map((parts) => encode(parts)).join(''));
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes('+PONG')) finish(true);
      else if (received.startsWith('-')) finish(false);
    });
  });
}

function encode(parts: readonly string[]): string {
  const bulk = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return `*${parts.length}\r\n${bulk.join('')}`;
}
