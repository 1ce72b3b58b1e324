import { until } from '@pax/local';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';

const eventSchema = z.looseObject({ id: z.string(), room: z.string().optional() });

/** Sockets like those of open pages; records when each event arrives. */
export class PageSockets {
  private readonly arrivals = new Map<string, number[]>();

  private constructor(
    private readonly sockets: readonly Socket[],
    /** Room whose messages are counted; undefined for all rooms. */
    private readonly room: string | undefined,
  ) {
    for (const socket of sockets) {
      socket.on('event', (raw: unknown) => {
        const at = performance.now();
        const { id, room: of } = eventSchema.parse(raw);
        if (this.room !== undefined && of !== this.room) return;
        const known = this.arrivals.get(id);
        if (known) known.push(at);
        else this.arrivals.set(id, [at]);
      });
    }
  }

  /**
   * Opens `count` sockets and waits until all are connected and, if a room is given, have joined it.
   * @param options `headers` of the handshake; `room` whose messages are counted
   */
  static async open(
    url: string,
    count: number,
    options: { headers?: Record<string, string>; room?: string } = {},
  ): Promise<PageSockets> {
    const { headers = {}, room } = options;
    const sockets = Array.from({ length: count }, () =>
      io(url, { transports: ['websocket'], extraHeaders: headers, forceNew: true }),
    );
    let joined = 0;
    for (const socket of sockets) {
      if (room === undefined) socket.once('connect', () => (joined += 1));
      else
        socket.on('head', (raw: unknown) => {
          if (eventSchema.partial().parse(raw).room === room) joined += 1;
        });
    }
    const open = new PageSockets(sockets, room);
    await until(() => joined >= count, { deadlineMs: 60_000, what: `${count} sockets at ${url}` });
    return open;
  }

  /**
   * Waits until all sockets have received an event.
   * @returns the time at which the last one received it, by the clock of `performance.now()`
   */
  async waitUntilAllReceived(id: string): Promise<number> {
    const times = await until(
      () => {
        const known = this.arrivals.get(id);
        return known?.length === this.sockets.length && known;
      },
      { deadlineMs: 20_000, everyMs: 1, what: `all sockets receiving ${id}` },
    );
    this.arrivals.delete(id);
    return Math.max(...times);
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }
}
