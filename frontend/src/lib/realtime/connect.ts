import type { ClientToServer, ResumeAnswer, ServerToClient } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';

/** How long a `resume` may take before it counts as unanswered, ms. */
const RESUME_MS = 5_000;
/** Pause before knocking again after the server closed the socket, ms. */
const RECONNECT_MS = 2_000;

export interface LiveConnection {
  add(module: LiveModule): void;
  /** Reconnects with the current session. */
  renew(): void;
}

/** Opens the one socket and feeds the cache from it. `onRefused` runs when the server ended the connection itself. */
export function connectLive(client: QueryClient, onRefused: () => void): LiveConnection {
  // Polling reads carry no Origin, which the server demands: they would only be refused again and again.
  const socket: Socket<ServerToClient, ClientToServer> = io({ transports: ['websocket'] });
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
