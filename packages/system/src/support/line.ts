import { connect, createServer, type Server, type Socket } from 'node:net';

/** The line between a page and the shop, which can be cut, or go silent as a lost wireless connection does. */
export class Line {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private state: 'whole' | 'cut' | 'silent' = 'whole';
  private server: Server | undefined;

  private constructor(private readonly target: URL) {}

  /** @param target where the line leads, an address of this machine */
  static async to(target: string): Promise<Line> {
    const line = new Line(new URL(target));
    const server = createServer({ pauseOnConnect: true }, (socket) => line.accept(socket));
    line.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The near end. */
  get url(): string {
    const address = this.server?.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** Breaks every connection, and each new one, until mended. */
  cut(): void {
    this.state = 'cut';
    this.breakAll();
  }

  /** Lets nothing through in either direction, and tells nobody, until mended. */
  silence(): void {
    this.state = 'silent';
    for (const pair of this.pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Lets everything through; what a silent line held back comes late. */
  mend(): void {
    this.state = 'whole';
    for (const [near, far] of this.pairs) join(near, far);
  }

  close(): void {
    this.breakAll();
    this.server?.close();
  }

  private accept(near: Socket): void {
    if (this.state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(this.target.port), this.target.hostname);
    const pair = [near, far] as const;
    this.pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.pairs.delete(pair);
        for (const end of pair) end.destroy();
      });
    }
    if (this.state === 'whole') join(near, far);
  }

  private breakAll(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }
}

function join(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
}
