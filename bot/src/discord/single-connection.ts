import {
  GatewayDispatchEvents,
  GatewayOpcodes,
  SimpleShardingStrategy,
  WebSocketShardDestroyRecovery,
  type IShardingStrategy,
  type SessionInfo,
  type WebSocketShardDestroyOptions,
} from 'discord.js';
import type { EventEmitter } from 'node:events';
import type { ResumedState } from './resumed-state.js';
import { Backoff, pause } from '../timing.js';
import { findGuardedShard, type Shard } from './unreadable-messages.js';
import { reasonOf, type Logger } from '../logger.js';

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];
type GatewayPayload = Parameters<IShardingStrategy['send']>[1];

/** Time limit of each step of a connection attempt, ms: the gateway's greeting, a log-in, a resume. */
const STEP_TIMEOUT_MS = 15_000;
/** A connection shorter than this, ms, makes the wait before the next attempt longer. */
const SHORT_CONNECTION_MS = 1_000;
const SHORT_CONNECTION_WAIT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Number of unanswered resumes after which a session counts as lost. */
const MAX_SILENT_RESUMES = 3;
/**
 * Close code that keeps the session open, so that the next process can resume it; 1000 and 1001 would end the session.
 */
const RESUMABLE_CLOSE_CODE = 4_200;

export interface ConnectionOptions {
  /** A gateway session that an earlier process of the bot began. */
  session: SessionInfo | null;
  onSession: (session: SessionInfo | null) => void;
  onUnreadable: (error: unknown, packet?: unknown) => void;
  /** Resolves when the bot may connect. */
  waitUntilAllowedToConnect: (signal: AbortSignal) => Promise<void>;
  /** Reads the bot's user and server, which Discord does not send again to the session of another process. */
  readState: (signal: AbortSignal) => Promise<ResumedState>;
  /** Time limit of each step of a connection attempt, ms; default: 15 s. */
  stepTimeoutMs?: number | undefined;
  /** Aborted to end the connection for good, even before it was opened. */
  lifetime: AbortSignal;
  /** Called when the gateway closed with a code after which another attempt cannot help. */
  onClosed: (error: GatewayClosedError) => void;
  logger: Logger;
}

interface AttemptEnd extends WebSocketShardDestroyOptions {
  /** True when the gateway sent its greeting (HELLO) during the attempt. */
  isGreeted: boolean;
  isReady: boolean;
  lastedMs: number;
}

/** The gateway closed the connection with a code after which another attempt cannot help. */
export class GatewayClosedError extends Error {
  constructor(readonly code: number) {
    super(`gateway closed with ${code}`);
  }
}

/**
 * Keeps at most one gateway connection open, with a new shard for each. discord.js would open a second one when an
 * error and a close arrive together, and its reconnects continue after `destroy`.
 */
export class SingleConnection implements IShardingStrategy {
  private readonly stop = new AbortController();
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });
  private session: SessionInfo | null;
  private shard: Shard | undefined;
  private inner: SimpleShardingStrategy;
  private running: Promise<void> = Promise.resolve();
  private isSpawned = false;
  /** True when discord.js knows the bot's user and servers. */
  private isLibraryInformed = false;
  private silentResumes = 0;
  /**
   * True when the last attempt at the session's resume address failed, so that the next one uses the general address.
   */
  private avoidsResumeUrl = false;

  constructor(
    private readonly manager: ShardManager,
    private readonly options: ConnectionOptions,
  ) {
    this.session = options.session;
    this.inner = new SimpleShardingStrategy(manager);
    // discord.js cannot destroy a client that is still fetching the gateway's address, so the signal ends that client.
    options.lifetime.addEventListener('abort', () => this.stop.abort());
    if (options.lifetime.aborted) this.stop.abort();
  }

  spawn(): void {
    this.isSpawned = true;
    const { options } = this.manager;
    const note = options.updateSessionInfo.bind(options);
    options.readyTimeout = this.options.stepTimeoutMs ?? STEP_TIMEOUT_MS;
    options.retrieveSessionInfo = () => this.getSessionToResume();
    options.updateSessionInfo = (shardId, session) => {
      this.session = session;
      void note(shardId, session);
      this.options.onSession(session);
    };
  }

  /**
   * Connects to the gateway; resolves when the first session is ready.
   * @throws GatewayClosedError, or Error once destroyed
   */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.running = this.connectRepeatedly(resolve).catch(reject);
    });
  }

  async destroy(): Promise<void> {
    // discord.js also calls `destroy` before it starts a shard, when no connection is open.
    if (!this.isSpawned) return;
    this.stop.abort();
    await this.running;
  }

  fetchStatus(): ReturnType<IShardingStrategy['fetchStatus']> {
    return this.inner.fetchStatus();
  }

  async send(_shardId: number, payload: GatewayPayload): Promise<void> {
    if (!this.shard) throw new Error('not connected');
    await this.shard.send(payload);
  }

  private async connectRepeatedly(onReady: () => void): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      await this.options.waitUntilAllowedToConnect(signal);
      if (signal.aborted) break;
      const end = await this.runAttempt(onReady);
      if (signal.aborted) break;
      if (end.recover === undefined) {
        const error = new GatewayClosedError(end.code ?? 0);
        this.options.onClosed(error);
        throw error;
      }
      this.updateSessionAfterAttempt(end);
      const isShort = end.isReady && end.lastedMs < SHORT_CONNECTION_MS;
      await pause(isShort ? SHORT_CONNECTION_WAIT_MS : this.backoff.nextWaitMs(), signal);
    }
    throw new Error('closed');
  }

  /** Decides by the way an attempt ended whether its session can still be resumed. */
  private updateSessionAfterAttempt({ recover, isGreeted, isReady }: AttemptEnd): void {
    if (isReady) this.backoff.reset();
    this.avoidsResumeUrl = !isGreeted && !this.avoidsResumeUrl;
    this.silentResumes = isReady ? 0 : this.silentResumes + (isGreeted ? 1 : 0);
    // Only a connection that closes after the greeting tells whether its session can be resumed.
    const isRefused = isGreeted && recover === WebSocketShardDestroyRecovery.Reconnect;
    if (this.session && (isRefused || this.silentResumes >= MAX_SILENT_RESUMES)) this.forgetSession();
  }

  private forgetSession(): void {
    this.silentResumes = 0;
    void this.manager.options.updateSessionInfo(0, null);
  }

  private async getSessionToResume(): Promise<SessionInfo | null> {
    if (!this.session || !this.avoidsResumeUrl) return this.session;
    return { ...this.session, resumeURL: (await this.manager.fetchGatewayInformation()).url };
  }

  /** Runs one socket from opening to closing. Never throws. */
  private async runAttempt(onReady: () => void): Promise<AttemptEnd> {
    const { stepTimeoutMs = STEP_TIMEOUT_MS } = this.options;
    const begunAt = performance.now();
    const over = new AbortController();
    const progress = { isGreeted: false, isReady: false };
    this.inner = new SimpleShardingStrategy(this.manager);
    await this.inner.spawn([0]);
    const shard = findGuardedShard(this.inner, this.options.onUnreadable);
    if (!shard) return { recover: WebSocketShardDestroyRecovery.Resume, lastedMs: 0, ...progress };
    this.shard = shard;
    // discord.js chooses between resume and log-in by its own copy of the session, so the copy is updated first.
    if (this.session) void this.manager.options.updateSessionInfo(0, this.session);
    let isCloseReported = false;
    shard.once('closed', () => (isCloseReported = true));
    const ended = new Promise<WebSocketShardDestroyOptions>((resolve) => {
      // The first of several ends that arrive together decides how the attempt ends.
      shard.destroy = (options = {}) => {
        resolve(options);
        return new Promise(() => undefined);
      };
      this.stop.signal.addEventListener('abort', () => resolve({ code: RESUMABLE_CLOSE_CODE }), {
        once: true,
        signal: over.signal,
      });
      const endAttemptWhenLate = async (isDone: () => boolean): Promise<void> => {
        await pause(stepTimeoutMs, over.signal);
        if (!isDone()) resolve({ recover: WebSocketShardDestroyRecovery.Resume });
      };
      void endAttemptWhenLate(() => progress.isGreeted);
      shard.once('hello', () => {
        progress.isGreeted = true;
        if (this.session) void endAttemptWhenLate(() => progress.isReady || this.session === null);
      });
      const handleReadySession = (isResumed: boolean): void => {
        progress.isReady = true;
        void this.passStateToLibrary(isResumed, over.signal).then(onReady);
      };
      shard.once('ready', () => handleReadySession(false));
      shard.once('resumed', () => handleReadySession(true));
      shard.internalConnect().catch((error: unknown) => {
        this.options.logger.warn('gateway connection not begun', { reason: reasonOf(error) });
        resolve({ recover: WebSocketShardDestroyRecovery.Resume });
      });
    });
    const end = await ended;
    over.abort();
    await endShard(shard);
    // The close event also ends a log-in that is still waiting to be allowed.
    if (!isCloseReported) shard.emit('closed', { code: end.code ?? RESUMABLE_CLOSE_CODE });
    this.shard = undefined;
    return { ...end, ...progress, lastedMs: performance.now() - begunAt };
  }

  /**
   * Gives discord.js the bot's user and servers, which Discord does not send when a session of another process is
   * resumed.
   */
  private async passStateToLibrary(isResumed: boolean, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff({ firstMs: 500, maxMs: 10_000 });
    while (!this.isLibraryInformed && !signal.aborted) {
      try {
        if (isResumed) this.emitResumedState(await this.options.readState(signal));
        this.isLibraryInformed = true;
      } catch (error) {
        this.options.logger.info('state of the server not read, tried again', { reason: reasonOf(error) });
        await pause(backoff.nextWaitMs(), signal);
      }
    }
  }

  /**
   * Passes the bot's user and servers to discord.js as gateway events, so that its caches are filled as by a new
   * session.
   */
  private emitResumedState({ ready, guild }: ResumedState): void {
    const manager: Pick<EventEmitter, 'emit'> = this.manager;
    const head = { op: GatewayOpcodes.Dispatch, s: 0 } as const;
    manager.emit('ready', { data: ready, shardId: 0 });
    const first = { ...head, t: GatewayDispatchEvents.Ready, d: ready } as const;
    manager.emit('dispatch', { data: first, shardId: 0 });
    if (!guild) return;
    const second = { ...head, t: GatewayDispatchEvents.GuildCreate, d: guild } as const;
    manager.emit('dispatch', { data: second, shardId: 0 });
  }
}

/** Stops a shard's timers and closes its socket in any state; resolves when the socket has closed. */
async function endShard(shard: Shard): Promise<void> {
  clearInterval(shard.heartbeatInterval ?? undefined);
  shard.initialHeartbeatTimeoutController?.abort();
  if (shard.connection) await closeSocket(shard.connection);
  for (const controller of shard.timeoutAbortControllers.values()) controller.abort();
}

const SOCKET_OPEN = 1;
const SOCKET_CLOSED = 3;

async function closeSocket(connection: NonNullable<Shard['connection']>): Promise<void> {
  connection.removeAllListeners();
  // Ending a socket during its handshake emits an error, which would end the process without a listener.
  connection.on('error', () => undefined);
  if (connection.readyState === SOCKET_CLOSED) return;
  const end = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  if (connection.readyState === SOCKET_OPEN) connection.close(RESUMABLE_CLOSE_CODE);
  else connection.terminate();
  const late = new AbortController();
  const isEnded = await Promise.race([end.then(() => true), pause(CLOSE_TIMEOUT_MS, late.signal)]);
  late.abort();
  if (isEnded !== true) {
    connection.terminate();
    await Promise.race([end, pause(CLOSE_TIMEOUT_MS)]);
  }
}
