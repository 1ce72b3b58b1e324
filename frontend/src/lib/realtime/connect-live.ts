import {
  HEAD_INTERVAL_MS,
  type ClientToServer,
  type ResumeAnswer,
  type ServerToClient,
} from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { connectionEvents, retryDelay, watchConnection } from './connection-state';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';

/** Timeout of a `resume` request, ms. */
const RESUME_MS = 5_000;
/** Timeout of a connection attempt, ms, because its packets may be lost. */
const TRY_MS = 4_000;
/** Delay before reconnecting after the server closed the connection, ms. */
const RECONNECT_MS = 2_000;
/** Time without a `head` from the server after which the connection counts as dead, ms. */
const SILENT_MS = 2.5 * HEAD_INTERVAL_MS;

type ShopSocket = Socket<ServerToClient, ClientToServer>;

export interface LiveConnection {
  add(module: LiveModule): void;
  /** Reconnects with the current session; called after a sign-out. */
  renew(): void;
}

/**
 * Opens the socket and applies its messages to the query cache. `onRefused` is called when the server closed the
 * connection.
 */
export function connectLive(client: QueryClient, onRefused: () => void): LiveConnection {
  // The polling transport is off, because it sends no Origin header, without which the server refuses it.
  const socket: ShopSocket = io({ transports: ['websocket'], timeout: TRY_MS, randomizationFactor: 0 });
  randomizeRetryDelays(socket);
  const live = new LiveClient(
    client,
    (request): Promise<ResumeAnswer> => socket.timeout(RESUME_MS).emitWithAck('resume', request),
    () => socket.connected && connectionEvents.live(),
  );
  let heardAt = Date.now();
  const recordSignOfLife = () => {
    heardAt = Date.now();
  };
  socket.on('connect', () => {
    recordSignOfLife();
    live.onConnect();
  });
  socket.on('head', (head) => {
    recordSignOfLife();
    live.onHead(head);
  });
  socket.on('event', (message) => {
    recordSignOfLife();
    live.onEvent(message);
  });
  socket.on('connect_error', () => connectionEvents.reconnectFailed());
  socket.on('disconnect', (reason) => {
    connectionEvents.lost();
    if (reason !== 'io server disconnect') return;
    live.leaveSessionRooms();
    onRefused();
    setTimeout(() => socket.connect(), RECONNECT_MS);
  });
  const reconnect = () => void socket.disconnect().connect();
  watchConnection({
    isDead: () => (socket.connected ? Date.now() - heardAt > SILENT_MS : socket.active),
    isConnected: () => socket.connected,
    reconnect,
    // The engine is closed at once, because without a network the connection would seem alive for long.
    drop: () => socket.io.engine.close(),
  });
  return {
    add: (module) => live.addModule(module),
    renew() {
      live.leaveSessionRooms();
      reconnect();
    },
  };
}

/** Sets a random delay for each try, because Socket.IO's own delays are all equal once they reach the maximum. */
function randomizeRetryDelays(socket: ShopSocket): void {
  const setRetryDelay = (attempt: number) => {
    const delay = retryDelay(attempt, Math.random());
    socket.io.reconnectionDelay(delay);
    socket.io.reconnectionDelayMax(delay);
  };
  setRetryDelay(0);
  socket.io.on('reconnect_attempt', setRetryDelay);
  socket.on('connect', () => setRetryDelay(0));
}
