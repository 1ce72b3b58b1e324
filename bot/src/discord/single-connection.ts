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
import type { AdoptedState } from './server-state.js';
import { Backoff, pause } from '../timing.js';
import { findGuardedShard, type Shard } from './gateway-guard.js';
import { reasonOf, type Logger } from '../logger.js';

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];
type GatewayPayload = Parameters<IShardingStrategy['send']>[1];

/** Time limit of each step of an attempt, ms: the gateway's greeting, a log-in, a resume. */
const STEP_TIMEOUT_MS = 15_000;
/** After a connection shorter than this, the wait is longer, ms. */
const SHORT_CONNECTION_MS = 1_000;
const SHORT_CONNECTION_WAIT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Number of unanswered resumes after which a session counts as lost. */
const MAX_SILENT_RESUMES = 3;
/** Close code that keeps the session open for the next process to resume; 1000 and 1001 would end the session. */
const RESUMABLE_CLOSE_CODE = 4_200;

export interface ConnectionOptions {
  /** A session that an earlier process began. */
  session: SessionInfo | null;
  onSession: (session: SessionInfo | null) => void;
  onUnreadable: (error: unknown, packet?: unknown) => void;
  /** Resolves when the bot may connect. */
  waitUntilAllowedToConnect: (signal: AbortSignal) => Promise<void>;
  /** Reads the state that Discord does not send again to a session of another process. */
  readState: (signal: AbortSignal) => Promise<AdoptedState>;
  /** Time limit of each step of an attempt, ms; 15 s unless given. */
  stepTimeoutMs?: number | undefined;
  /** Aborted to end the connection permanently, even before it has begun. */
  lifetime: AbortSignal;
  /** Called when the gateway closed with a code after which another attempt can't help. */
  onClosed: (error: GatewayClosedError) => void;
  logger: Logger;
}

interface AttemptEnd extends WebSocketShardDestroyOptions {
  /** True when the gateway greeted the connection. */
  isGreeted: boolean;
  isReady: boolean;
  lastedMs: number;
}

/** The gateway closed the connection with a code after which another attempt can't help. */
export class GatewayClosedError extends Error {
  constructor(readonly code: number) {
    super(`gateway closed with ${code}`);
  }
}

/**
 * Keeps one connection to the gateway at a time, each with a new shard. The library would begin a second one when an
 * error and a close arrive together, and its reconnects outlive `destroy`.
 */
export class SingleConnection implements IShardingStrategy {
  private readonly stop = new AbortController();
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });
  private session: SessionInfo | null;
  private shard: Shard | undefined;
  private inner: SimpleShardingStrategy;
  private running: Promise<void> = Promise.resolve();
  private isSpawned = false;
  /** True when this client's library knows the bot's user and servers. */
  private isLibraryInformed = false;
  private silentResumes = 0;
  /**
   * True when the last attempt at the session's resume address failed, so that the next one uses the common address.
   */
  private avoidsResumeUrl = false;

  constructor(
    private readonly manager: ShardManager,
    private readonly options: ConnectionOptions,
  ) {
    this.session = options.session;
    this.inner = new SimpleShardingStrategy(manager);
    // The client's `destroy` misses a client that is still fetching the gateway's address.
    options.lifetime.addEventListener('abort', () => this.stop.abort());
    if (options.lifetime.aborted) this.stop.abort();
  }

  spawn(): void {
    this.isSpawned = true;
    const { options } = this.manager;
    const note = options.updateSessionInfo.bind(options);
    options.readyTimeout = this.options.stepTimeoutMs ?? STEP_TIMEOUT_MS;
    options.retrieveSessionInfo = () => this.sessionWithAddress();
    options.updateSessionInfo = (shardId, session) => {
      this.session = session;
      void note(shardId, session);
      this.options.onSession(session);
    };
  }

  /** Resolves when the first session is ready. @throws GatewayClosedError, or Error once destroyed */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.running = this.run(resolve).catch(reject);
    });
  }

  async destroy(): Promise<void> {
    // The library also destroys before it spawns, when nothing runs yet.
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

  private async run(onReady: () => void): Promise<void> {
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
      this.learnFromEnd(end);
      const isShort = end.isReady && end.lastedMs < SHORT_CONNECTION_MS;
      await pause(isShort ? SHORT_CONNECTION_WAIT_MS : this.backoff.nextWaitMs(), signal);
    }
    throw new Error('closed');
  }

  /** Decides by an attempt's end whether its session can be resumed. */
  private learnFromEnd({ recover, isGreeted, isReady }: AttemptEnd): void {
    if (isReady) this.backoff.reset();
    this.avoidsResumeUrl = !isGreeted && !this.avoidsResumeUrl;
    this.silentResumes = isReady ? 0 : this.silentResumes + (isGreeted ? 1 : 0);
    // Only a close after the greeting says anything about the session.
    const isRefused = isGreeted && recover === WebSocketShardDestroyRecovery.Reconnect;
    if (this.session && (isRefused || this.silentResumes >= MAX_SILENT_RESUMES)) this.forgetSession();
  }

  private forgetSession(): void {
    this.silentResumes = 0;
    void this.manager.options.updateSessionInfo(0, null);
  }

  private async sessionWithAddress(): Promise<SessionInfo | null> {
    if (!this.session || !this.avoidsResumeUrl) return this.session;
    return { ...this.session, resumeURL: (await this.manager.fetchGatewayInformation()).url };
  }

  /** Runs one socket from its start to its end. Never throws. */
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
    // The library decides by its own copy of the session between a resume and a log-in.
    if (this.session) void this.manager.options.updateSessionInfo(0, this.session);
    let isCloseReported = false;
    shard.once('closed', () => (isCloseReported = true));
    const ended = new Promise<WebSocketShardDestroyOptions>((resolve) => {
      // Only the first call decides how the attempt ends, since several ends may arrive together.
      shard.destroy = (options = {}) => {
        resolve(options);
        return new Promise(() => undefined);
      };
      this.stop.signal.addEventListener('abort', () => resolve({ code: RESUMABLE_CLOSE_CODE }), {
        once: true,
        signal: over.signal,
      });
      const late = async (isDone: () => boolean): Promise<void> => {
        await pause(stepTimeoutMs, over.signal);
        if (!isDone()) resolve({ recover: WebSocketShardDestroyRecovery.Resume });
      };
      void late(() => progress.isGreeted);
      shard.once('hello', () => {
        progress.isGreeted = true;
        if (this.session) void late(() => progress.isReady || this.session === null);
      });
      const proceed = (isResumed: boolean): void => {
        progress.isReady = true;
        void this.informLibrary(isResumed, over.signal).then(onReady);
      };
      shard.once('ready', () => proceed(false));
      shard.once('resumed', () => proceed(true));
      shard.internalConnect().catch((error: unknown) => {
        this.options.logger.warn('gateway connection not begun', { reason: reasonOf(error) });
        resolve({ recover: WebSocketShardDestroyRecovery.Resume });
      });
    });
    const end = await ended;
    over.abort();
    await endShard(shard);
    // The event ends a log-in that waits for its turn.
    if (!isCloseReported) shard.emit('closed', { code: end.code ?? RESUMABLE_CLOSE_CODE });
    this.shard = undefined;
    return { ...end, ...progress, lastedMs: performance.now() - begunAt };
  }

  /**
   * Gives the library the bot's user and servers, which Discord does not send when it resumes another process's
   * session.
   */
  private async informLibrary(isResumed: boolean, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff({ firstMs: 500, maxMs: 10_000 });
    while (!this.isLibraryInformed && !signal.aborted) {
      try {
        if (isResumed) this.emitAdoptedState(await this.options.readState(signal));
        this.isLibraryInformed = true;
      } catch (error) {
        this.options.logger.info('state of the server not read, tried again', { reason: reasonOf(error) });
        await pause(backoff.nextWaitMs(), signal);
      }
    }
  }

  /** Emits the state to the library as gateway events, so that its caches equal those of a new session. */
  private emitAdoptedState({ ready, guild }: AdoptedState): void {
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

/** Ends a shard's timers and its socket in any state; resolves when the socket has closed. */
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
  // Terminating during the handshake makes the socket emit an error, which without a listener would end the process.
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
