import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a page and the shop that can break connections, or silence them as a lost wireless link does. */
export class FaultyProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private state: 'open' | 'disconnect' | 'blackholed' = 'open';
  private server: Server | undefined;

  private constructor(private readonly target: URL) {}

  /** Creates a proxy. @param target address behind the proxy, on this machine */
  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(target));
    const server = createServer({ pauseOnConnect: true }, (socket) => proxy.acceptConnection(socket));
    proxy.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Address of the proxy. */
  get url(): string {
    const address = this.server?.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** Breaks all connections, and refuses new ones until `restore`. */
  disconnect(): void {
    this.state = 'disconnect';
    this.breakAll();
  }

  /** Blocks data in both directions without closing connections, until `restore`. */
  blackhole(): void {
    this.state = 'blackholed';
    for (const pair of this.pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Lets data through again; blocked data arrives late. */
  restore(): void {
    this.state = 'open';
    for (const [near, far] of this.pairs) joinSockets(near, far);
  }

  close(): void {
    this.breakAll();
    this.server?.close();
  }

  private acceptConnection(near: Socket): void {
    if (this.state === 'disconnect') {
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
    if (this.state === 'open') joinSockets(near, far);
  }

  private breakAll(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }
}

function joinSockets(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
}
