import {
  botAdminCodeAnswer,
  botLoginAnswer,
  botOrdersAnswer,
  botStockAnswer,
  claimAnswer,
  editClaimAnswer,
  joinRewardAnswer,
  leaseAnswer,
  order,
  type Batch,
  type BotReport,
  type Channel,
  type EditTask,
  type JoinRewardAnswer,
  type LeaseAnswer,
  type Order,
  type OrderTransition,
} from '@pax/contracts';
import { z } from 'zod';
import type { BackendHttp } from './backend-http.js';

const noContent = z.unknown();
/** Time limit of calls for a person, ms: longer, since the interaction is deferred and the shop may ask Discord first. */
const PERSON_CALL_MS = 10_000;
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Every call of the bot to the backend. All throw as {@link BackendHttp.call} does. */
export class Backend {
  constructor(private readonly http: BackendHttp) {}

  /**
   * Takes or renews the lease. `known` holds this process's last fence and its report.
   * @throws ProblemError LEASE_TAKEN while another bot, or a later process of this one, holds it
   */
  lease(
    instanceId: string,
    known: { fence?: number | undefined; report?: BotReport | undefined },
    signal?: AbortSignal,
  ): Promise<LeaseAnswer> {
    return this.post('/api/bot/lease', { instanceId, ...known }, leaseAnswer, signal);
  }

  /** Requests one log-in at Discord's gateway. @returns 0 when it was counted, else the wait until the next, ms */
  async login(fence: number, signal?: AbortSignal): Promise<number> {
    return (await this.post('/api/bot/logins', { fence }, botLoginAnswer, signal)).waitMs;
  }

  /** The next batch of a channel, or null. @throws ProblemError FENCED when the lease went to another bot */
  async claimPosts(channel: Channel, fence: number, signal?: AbortSignal): Promise<Batch | null> {
    return (await this.post('/api/bot/posts/claim', { channel, fence }, claimAnswer, signal)).batch;
  }

  /** Freezes a batch's message; posts that are not named are free for the next batch. */
  async registerBatch(
    batchId: string,
    registration: { fence: number; payload: string; postIds: number[] },
    signal?: AbortSignal,
  ): Promise<void> {
    await this.post(batchPath(batchId, 'register'), registration, noContent, signal);
  }

  async reportBatch(batchId: string, fence: number, messageId: string, signal?: AbortSignal): Promise<void> {
    await this.post(batchPath(batchId, 'report'), { fence, messageId }, noContent, signal);
  }

  /** Reports that Discord rejects this message for good: several posts are retried one by one, a single one is parked. */
  async rejectBatch(batchId: string, fence: number, reason: string, signal?: AbortSignal): Promise<void> {
    await this.post(batchPath(batchId, 'reject'), { fence, reason: reason.slice(0, 500) }, noContent, signal);
  }

  /** A sent message whose orders changed, or null. */
  async claimEdit(channel: Channel, fence: number, signal?: AbortSignal): Promise<EditTask | null> {
    return (await this.post('/api/bot/posts/edits/claim', { channel, fence }, editClaimAnswer, signal)).edit;
  }

  /** @param gone the message no longer exists */
  async reportEdit(edit: EditTask, fence: number, gone: boolean, signal?: AbortSignal): Promise<void> {
    const { batchId, editVersion } = edit;
    const body = { fence, batchId, editVersion, ...(gone ? { gone } : {}) };
    await this.post('/api/bot/posts/edits/report', body, noContent, signal);
  }

  /** Moves an order on behalf of a person; the backend decides whether that person may. */
  async moveOrder(orderId: number, move: OrderTransition, discordId: string): Promise<void> {
    await this.postForPerson(`/api/bot/orders/${orderId}/${move}`, { discordId }, noContent);
  }

  /** A person's own orders, newest first. */
  ordersOf(discordId: string): Promise<Order[]> {
    return this.get(`/api/bot/orders?${query({ discordId })}`, botOrdersAnswer);
  }

  /** One order: the person's own, or any for staff. @throws ProblemError NOT_FOUND */
  orderFor(orderId: number, discordId: string): Promise<Order> {
    return this.get(`/api/bot/orders/${orderId}?${query({ discordId })}`, order);
  }

  /** What can be bought now. */
  stock(search: string | undefined): Promise<z.output<typeof botStockAnswer>> {
    return this.get(`/api/bot/stock${search ? `?${query({ q: search })}` : ''}`, botStockAnswer);
  }

  /** The join reward for the account that proved this Discord id; not eligible is an answer with its reason. */
  claimJoinReward(discordId: string, inGameName: string | undefined): Promise<JoinRewardAnswer> {
    return this.postForPerson('/api/bot/join-rewards', { discordId, inGameName }, joinRewardAnswer);
  }

  /** A one-time admin code for that person's account. @throws ProblemError FORBIDDEN */
  adminCode(discordId: string): Promise<z.output<typeof botAdminCodeAnswer>> {
    return this.postForPerson('/api/bot/admin-codes', { discordId }, botAdminCodeAnswer);
  }

  /** Raises an alert in the error channel for a failure of the bot. */
  async alert(title: string, detail: string): Promise<void> {
    await this.post(
      '/api/bot/alerts',
      { title: title.slice(0, 200), detail: detail.slice(0, 1_000) },
      noContent,
    );
  }

  private get<T extends z.ZodType>(path: string, answer: T): Promise<z.output<T>> {
    return this.http.call({ method: 'GET', path, answer, timeoutMs: PERSON_CALL_MS });
  }

  private postForPerson<T extends z.ZodType>(path: string, body: unknown, answer: T): Promise<z.output<T>> {
    return this.http.call({ method: 'POST', path, body, answer, timeoutMs: PERSON_CALL_MS });
  }

  private post<T extends z.ZodType>(
    path: string,
    body: unknown,
    answer: T,
    signal?: AbortSignal,
  ): Promise<z.output<T>> {
    return this.http.call({ method: 'POST', path, body, answer, signal });
  }
}

function batchPath(batchId: string, action: 'register' | 'report' | 'reject'): string {
  return `/api/bot/posts/batches/${encodeURIComponent(batchId)}/${action}`;
}
