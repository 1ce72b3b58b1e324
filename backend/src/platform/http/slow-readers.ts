import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const LOOK_MS = 1_000;
/** How long what waits to be sent may stand, ms, besides the time that its size takes. */
const GRACE_MS = 60_000;
/** Bytes a second at which it is taken; a poor mobile line takes more. */
const BYTES_PER_SECOND = 16 * 1024;

interface Backlog {
  /** When it has to be taken, ms of the monotonic clock. */
  readonly until: number;
  /** Bytes of the connection that are taken by then. */
  readonly goal: number;
}

/** Ends connections that take their answers too slowly, since what waits for them is held in memory. */
export function endSlowReaders({ server }: Pick<FastifyInstance, 'server'>): void {
  const backlogs = new Map<Socket, Backlog | undefined>();
  server.on('connection', (socket: Socket) => {
    backlogs.set(socket, undefined);
    socket.once('close', () => backlogs.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, backlog] of backlogs) {
      // `bytesWritten` includes the bytes that wait.
      const { bytesWritten, writableLength: waiting } = socket;
      if (backlog && bytesWritten - waiting < backlog.goal) {
        if (now >= backlog.until) socket.destroy();
        continue;
      }
      const until = now + GRACE_MS + (waiting / BYTES_PER_SECOND) * 1_000;
      backlogs.set(socket, waiting > 0 ? { until, goal: bytesWritten } : undefined);
    }
  }, LOOK_MS);
  look.unref();
  server.once('close', () => clearInterval(look));
}
