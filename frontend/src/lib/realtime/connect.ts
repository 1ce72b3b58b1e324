import type { ClientToServer, ResumeAnswer, ServerToClient } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';

/** Timeout of a `resume`, ms. */
const RESUME_MS = 5_000;
/** First and longest delay before a lost connection is opened again, ms; spread by half, so that not all pages come at once. */
const RETRY_MS = { first: 200, longest: 2_000 } as const;
/** Delay before reconnecting after the server closed the socket, ms. */
const RECONNECT_MS = 2_000;

export interface LiveConnection {
  add(module: LiveModule): void;
  /** Reconnects with the current session; called after signing out. */
  renew(): void;
}

/** Opens the socket and updates the cache from it. `onRefused` runs when the server closed the connection. */
export function connectLive(client: QueryClient, onRefused: () => void): LiveConnection {
  // No polling transport: it sends no Origin header, so the server would refuse it.
  const socket: Socket<ServerToClient, ClientToServer> = io({
    transports: ['websocket'],
    reconnectionDelay: RETRY_MS.first,
    reconnectionDelayMax: RETRY_MS.longest,
  });
  const live = new LiveClient(client, (request): Promise<ResumeAnswer> =>
    socket.timeout(RESUME_MS).emitWithAck('resume', request),
  );
  socket.on('connect', () => live.onConnect());
  socket.on('head', (head) => live.onHead(head));
  socket.on('event', (message) => live.onEvent(message));
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return;
    live.leaveSessionRooms();
    onRefused();
    setTimeout(() => socket.connect(), RECONNECT_MS);
  });
  return {
    add: (module) => live.add(module),
    renew() {
      live.leaveSessionRooms();
      socket.disconnect().connect();
    },
  };
}
