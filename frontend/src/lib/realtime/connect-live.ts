import {
  HEAD_INTERVAL_MS,
  type ClientToServer,
  type ResumeAnswer,
  type ServerToClient,
} from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { connectionEvents } from './connection-state';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';
import { recordViewing, setViewingSender } from './order-viewers';

/** Minimum and maximum of a random delay, ms. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Delay of the first attempt to reconnect; random, because a restart of the server disconnects all pages at once. */
const FIRST: Bounds = { least: 50, most: 450 };
/** Delay of further attempts soon after the loss, so that a page is current again within a second. */
const FAST: Bounds = { least: 250, most: 650 };
/** Delay of later attempts, so that a server that is down for minutes gets fewer of them. */
const SLOW: Bounds = { least: 1_000, most: 3_000 };
/** Number of attempts with the fast delay, which last for at least half a minute. */
const FAST_TRIES = 120;
/** Interval at which the connection is checked for silence, ms. */
const CHECK_MS = 2_000;
/** Maximum random delay after the network is back, ms, so that pages in the same network do not reconnect at once. */
const SPREAD_MS = 200;
/** Minimum time between two reconnects, ms, because several browser events arrive together. */
const WAKE_MS = 500;

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
  socket.on('viewing', recordViewing);
  setViewingSender((orderId) => void (socket.connected && socket.volatile.emit('viewing', { orderId })));
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

/**
 * Returns the delay before the next attempt to reconnect, ms; random within bounds, so that pages do not all reconnect
 * at once.
 *
 * @param attempt number of failed attempts since the connection was lost
 * @param random number from 0 to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const { least, most } = attempt === 0 ? FIRST : attempt <= FAST_TRIES ? FAST : SLOW;
  return Math.round(least + random * (most - least));
}

/** Functions to observe and control a connection. */
interface WatchedConnection {
  readonly isConnected: () => boolean;
  /** Tells whether the connection is lost and waits for its next attempt, or is open but silent for too long. */
  readonly isDead: () => boolean;
  /** Reconnects at once. */
  readonly reconnect: () => void;
  /** Closes the connection, after which the attempts to reconnect begin. */
  readonly drop: () => void;
}

/**
 * Reconnects when the network is back or the page becomes visible, and closes a connection that is silent or without
 * network.
 */
export function watchConnection({ isConnected, isDead, reconnect, drop }: WatchedConnection): void {
  let wokenAt = -Infinity;
  const reconnectIfDead = () => {
    if (!isDead() || performance.now() - wokenAt < WAKE_MS) return;
    wokenAt = performance.now();
    reconnect();
  };
  addEventListener('online', () => setTimeout(reconnectIfDead, Math.random() * SPREAD_MS));
  addEventListener('offline', () => isConnected() && drop());
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && reconnectIfDead(),
  );
  setInterval(() => isConnected() && isDead() && drop(), CHECK_MS);
}
