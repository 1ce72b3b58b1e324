import {
  botAlertRequest,
  botLoginRequest,
  claimPostsRequest,
  reportEditRequest,
  leaseRequest,
  registerBatchRequest,
  rejectBatchRequest,
  reportBatchRequest,
  type Channel,
  type EditTask,
  type Post,
  type StoredGatewaySession,
} from '@pax/contracts';
import type { z } from 'zod';
import { ShopDirectMessages } from './fake-shop-direct-messages.js';
import { ShopLasting } from './fake-shop-lasting.js';
import { ShopPeople } from './fake-shop-people.js';
import { ShopNewcomers } from './fake-shop-newcomers.js';
import { ShopThreads } from './fake-shop-threads.js';
import { ShopStaff } from './fake-shop-staff.js';
import { refusalAnswer, ShopRules } from './fake-shop-rules.js';
import { JsonServer, type JsonAnswer, type JsonCall } from './json-server.js';

interface StoredBatch {
  id: string;
  channel: Channel;
  nonce: string;
  postIds: number[];
  payload: string | null;
  channelId?: string;
  firstAttemptAt: string | null;
  messageId: string | null;
}
interface StoredPost {
  post: Post;
  channel: Channel;
  state: 'waiting' | 'sent' | 'parked';
  isSentAlone: boolean;
}

export const TOKEN = 'bot-api-token-for-specs';

/** Fake of the shop for all calls of the bot, strict about the contracts, with posts in memory. */
export class ShopServer {
  fence = 1;
  leaseHolder: string | undefined;
  readonly leaseRequests: z.output<typeof leaseRequest>[] = [];
  readonly directMessages = new ShopDirectMessages();
  readonly lasting = new ShopLasting();
  readonly people = new ShopPeople();
  readonly staff = new ShopStaff();
  readonly threads = new ShopThreads();
  readonly newcomers = new ShopNewcomers();
  readonly rules = new ShopRules();
  readonly posts: StoredPost[] = [];
  readonly batches: StoredBatch[] = [];
  readonly edits: EditTask[] = [];
  readonly reportedEdits: { editVersion: number; gone?: boolean; laterMs?: number }[] = [];
  /** Time from which a delayed edit can be claimed again, ms, by its version. */
  private readonly editAfter = new Map<number, number>();
  readonly alerts: { title: string; detail: string }[] = [];
  readonly calls: JsonCall[] = [];
  /** Time of each granted log-in, ms. */
  readonly logins: number[] = [];
  /** Wait of the next log-in, ms; 0 grants it. */
  loginWaitMs = 0;
  /** The shop's clock, ms since 1970. */
  now: () => number = Date.now;
  /** The database's clock is ahead by this, ms. */
  databaseAheadMs = 0;
  /** Time left of each claim, ms. */
  remainingMs = 60_000;
  /** Number of next calls that fail with 500, by the end of their path. */
  readonly failingCalls = new Map<string, number>();
  /** Number of next calls that are carried out without an answer, by the end of their path. */
  readonly lostAnswers = new Map<string, number>();
  /** Promises by the end of a call's path: the call is carried out at once, and answered when its promise resolves. */
  readonly heldAnswers = new Map<string, Promise<void>>();
  /** The gateway session that the bot stored last. */
  session: StoredGatewaySession | null = null;
  private readonly server = new JsonServer((call) => this.answer(call));
  private batchCount = 0;

  start(port?: number): Promise<string> {
    return this.server.start(port);
  }
  stop(): Promise<void> {
    return this.server.stop();
  }
  get port(): number {
    return this.server.port;
  }

  addPosts(channel: Channel, ...posts: Post[]): void {
    for (const post of posts) this.posts.push({ post, channel, state: 'waiting', isSentAlone: false });
  }
  postStates(): string[] {
    return this.posts.map(({ state }) => state);
  }
  allSent(): boolean {
    return this.posts.every(({ state }) => state === 'sent');
  }
  /** Sets the age of every batch's first attempt, ms. */
  setAttemptAge(ms: number): void {
    for (const batch of this.batches) batch.firstAttemptAt &&= this.databaseTime(-ms);
  }

  private databaseTime(plusMs = 0): string {
    return new Date(this.now() + this.databaseAheadMs + plusMs).toISOString();
  }

  private async answer(call: JsonCall): Promise<JsonAnswer> {
    const last = call.path.split('/').at(-1) ?? '';
    const held = this.heldAnswers.get(last);
    const answer = await this.route(call);
    await held;
    const left = this.lostAnswers.get(last) ?? 0;
    if (left === 0) return answer;
    this.lostAnswers.set(last, left - 1);
    return { status: 500, body: 'lost' };
  }

  private async route(call: JsonCall): Promise<JsonAnswer> {
    this.calls.push(call);
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return refusalAnswer('UNAUTHENTICATED');
    const last = call.path.split('/').at(-1) ?? '';
    const left = this.failingCalls.get(last) ?? 0;
    if (left > 0) {
      this.failingCalls.set(last, left - 1);
      return { status: 500, body: 'broken' };
    }
    const first = await this.rules.findRefusal(call, (discordId) => this.staff.members.has(discordId));
    if (first) return first;
    if (call.path === '/api/bot/lease') return this.takeLease(call.body);
    if (call.path === '/api/bot/logins') return this.countLogin(call.body);
    if (call.path === '/api/bot/alerts') {
      this.alerts.push(botAlertRequest.parse(call.body));
      return { status: 204 };
    }
    if (call.path === '/api/bot/posts/claim') return this.claim(call.body);
    if (call.path === '/api/bot/posts/edits/claim') return this.claimEdit(call.body);
    if (call.path === '/api/bot/posts/edits/report') return this.reportEdit(call.body);
    const lasting = this.lasting.route(call, this.fence);
    if (lasting) return lasting === 'FENCED' ? refusalAnswer('FENCED') : lasting;
    const other =
      this.directMessages.route(call) ??
      this.threads.route(call) ??
      this.newcomers.route(call) ??
      this.staff.route(call) ??
      this.people.route(call);
    if (other) return other;
    const [, batchId, action] = /^\/api\/bot\/posts\/batches\/([^/]+)\/(\w+)$/.exec(call.path) ?? [];
    const batch = this.batches.find(({ id }) => id === batchId);
    return batch ? this.changeBatch(batch, action, call.body) : refusalAnswer('NOT_FOUND');
  }

  private takeLease(body: unknown): JsonAnswer {
    const asked = leaseRequest.parse(body);
    const { instanceId } = asked;
    this.leaseRequests.push(asked);
    if (this.leaseHolder !== undefined && this.leaseHolder !== instanceId)
      return refusalAnswer('LEASE_TAKEN');
    this.leaseHolder = instanceId;
    if (asked.session !== undefined) this.session = asked.session;
    return {
      status: 200,
      body: {
        fence: this.fence,
        expiresAt: new Date(Date.now() + 15_000).toISOString(),
        session: this.session,
      },
    };
  }

  private countLogin(body: unknown): JsonAnswer {
    if (botLoginRequest.parse(body).fence !== this.fence) return refusalAnswer('FENCED');
    if (this.loginWaitMs === 0) this.logins.push(performance.now());
    return { status: 200, body: { waitMs: this.loginWaitMs } };
  }

  private claim(body: unknown): JsonAnswer {
    const { channel, fence } = claimPostsRequest.parse(body);
    if (fence !== this.fence) return refusalAnswer('FENCED');
    const open = this.batches.find(
      (one) => one.channel === channel && one.messageId === null && one.payload !== null,
    );
    const batch = open ?? this.newBatch(channel);
    if (!batch) return { status: 200, body: { batch: null } };
    const { remainingMs } = this;
    const leaseUntil = this.databaseTime(remainingMs);
    const posts = batch.postIds.map((id) => this.findPost(id).post);
    const { id, nonce, payload, channelId, firstAttemptAt } = batch;
    const firstAttemptAgeMs =
      firstAttemptAt === null ? null : Date.parse(this.databaseTime()) - Date.parse(firstAttemptAt);
    const times = { firstAttemptAt, firstAttemptAgeMs, leaseUntil, remainingMs };
    return {
      status: 200,
      body: { batch: { id, channel, nonce, posts, payload, channelId, ...times } },
    };
  }

  private newBatch(channel: Channel): StoredBatch | undefined {
    const waiting = this.posts.filter((one) => one.channel === channel && one.state === 'waiting');
    const alone = waiting.find((one) => one.isSentAlone);
    const taken = alone ? [alone] : waiting.slice(0, 10);
    if (taken.length === 0) return undefined;
    this.batchCount += 1;
    const id = `batch-${this.batchCount}`;
    const postIds = taken.map(({ post }) => post.id);
    const nonce = `nonce-${channel}-${this.batchCount}`;
    const batch = { id, channel, nonce, postIds, payload: null, firstAttemptAt: null, messageId: null };
    this.batches.push(batch);
    return batch;
  }

  private changeBatch(batch: StoredBatch, action: string | undefined, body: unknown): JsonAnswer {
    const request =
      action === 'register'
        ? registerBatchRequest.parse(body)
        : action === 'report'
          ? reportBatchRequest.parse(body)
          : rejectBatchRequest.parse(body);
    if (request.fence !== this.fence) return refusalAnswer('FENCED');
    if ('payload' in request) {
      Object.assign(batch, request, {
        firstAttemptAt: batch.firstAttemptAt ?? this.databaseTime(),
      });
    } else if ('messageId' in request) {
      batch.messageId = request.messageId;
      for (const id of batch.postIds) this.findPost(id).state = 'sent';
    } else {
      this.dissolve(batch);
    }
    return { status: 204 };
  }

  private dissolve(batch: StoredBatch): void {
    this.batches.splice(this.batches.indexOf(batch), 1);
    for (const id of batch.postIds) {
      const post = this.findPost(id);
      if (batch.postIds.length === 1) post.state = 'parked';
      post.isSentAlone = true;
    }
  }

  private claimEdit(body: unknown): JsonAnswer {
    const { channel, fence } = claimPostsRequest.parse(body);
    if (fence !== this.fence) return refusalAnswer('FENCED');
    const now = performance.now();
    const isDue = ({ editVersion }: EditTask): boolean => (this.editAfter.get(editVersion) ?? 0) <= now;
    const due = this.edits.filter((one) => one.channel === channel && isDue(one));
    const edit = due.find((one) => !this.editAfter.has(one.editVersion)) ?? due[0] ?? null;
    return { status: 200, body: { edit } };
  }

  private reportEdit(body: unknown): JsonAnswer {
    const { fence, ...report } = reportEditRequest.parse(body);
    if (fence !== this.fence) return refusalAnswer('FENCED');
    this.reportedEdits.push(report);
    if (report.laterMs !== undefined) {
      this.editAfter.set(report.editVersion, performance.now() + Math.max(report.laterMs, 100));
      return { status: 204 };
    }
    const at = this.edits.findIndex((edit) => edit.editVersion === report.editVersion);
    if (at >= 0) this.edits.splice(at, 1);
    return { status: 204 };
  }

  private findPost(id: number): StoredPost {
    const found = this.posts.find(({ post }) => post.id === id);
    if (!found) throw new Error(`no post ${id}`);
    return found;
  }
}
