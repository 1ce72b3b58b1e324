import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** The request to repeat; a GET without a body. */
export interface LoadRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, sent as JSON. */
  readonly body?: object;
}

/** Time of each answer, ms, and duration of the whole run, s. */
export interface LoadResult {
  readonly answersMs: readonly number[];
  readonly tookS: number;
}

/**
 * Repeats a request on several connections without pause, on bare sockets, so that the client needs little time.
 * @throws Error if an answer is not 200 or a connection breaks
 */
export async function loadHttp(
  request: LoadRequest,
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  const { hostname, port } = new URL(request.url);
  const bytes = encodeRequest(request);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  const startedAt = performance.now();
  const endAt = startedAt + durationMs;
  const answers = await Promise.all(sockets.map((socket) => requestRepeatedly(socket, bytes, endAt)));
  const tookS = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { answersMs: answers.flat(), tookS };
}

/** Number of answers per second. */
export const answersPerSecond = ({ answersMs, tookS }: LoadResult): number => answersMs.length / tookS;

function encodeRequest({ url, headers = {}, body }: LoadRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host,
    accept: 'application/json',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const start = `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`;
  return Buffer.from(`${[start, ...lines].join('\r\n')}${HEAD_END}${text}`);
}

/** Sends each request as soon as the answer before is complete. @returns time of each answer, ms */
async function requestRepeatedly(socket: Socket, request: Buffer, endAt: number): Promise<number[]> {
  const answersMs: number[] = [];
  let missingBytes = 0;
  let head = '';
  let sentAt = 0;
  const sendRequest = (): void => {
    sentAt = performance.now();
    socket.write(request);
  };
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    const sendNextRequest = (): void => {
      const now = performance.now();
      answersMs.push(now - sentAt);
      head = '';
      if (now < endAt) sendRequest();
      else resolve();
    };
    socket.on('data', (chunk: Buffer) => {
      if (missingBytes > 0) {
        missingBytes -= chunk.length;
        if (missingBytes === 0) sendNextRequest();
        return;
      }
      const part = chunk.toString('latin1');
      const before = head.length;
      head += part;
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined)
        return reject(
          new Error(`${request.toString('utf8', 0, 80).split('\r\n')[0]} answered ${head.slice(0, 40)}`),
        );
      missingBytes = Number(length) - (chunk.length - (end + HEAD_END.length - before));
      if (missingBytes === 0) sendNextRequest();
    });
    sendRequest();
  });
  socket.removeAllListeners('close');
  return answersMs;
}
