import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a server that specs can cut or freeze. */
export interface TcpProxy {
  port: number;
  /** Ends all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Drops data in both directions and keeps the connections open. */
  hang(): void;
  /** Accepts connections and forwards data again. */
  restore(): Promise<void>;
}

/** Starts a proxy to a server; `rewrite` changes the server's data. */
export async function startTcpProxy(
  target: { host: string; port: number },
  rewrite: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = track(connect(target));
    track(client);
    client.on('data', (chunk) => hanging || upstream.write(chunk));
    upstream.on('data', (chunk) => hanging || client.write(rewrite(chunk)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const port = await listen(server, 0);
  return {
    port,
    cut: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    hang: () => {
      hanging = true;
    },
    restore: async () => {
      hanging = false;
      if (!server.listening) await listen(server, port);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('no port'));
    });
  });
}
