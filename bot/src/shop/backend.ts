import {
  BOT_ORDERS_PAGE,
  botCalls,
  leaseCalls,
  postCalls,
  type Batch,
  type BotLanguage,
  type BotOrdersQuery,
  type BotPointsAnswer,
  type BotReferralAnswer,
  type CallAnswer,
  type CallBody,
  type Channel,
  type EditTask,
  type JoinRewardAnswer,
  type LeaseAnswer,
  type Order,
  type OrderMove,
} from '@pax/contracts';
import type { BackendHttp } from './shop.js';

/** Time limit of calls for a person, ms: long, since the reply is deferred and the shop may ask Discord first. */
export const PERSON_CALL_MS = 10_000;

/** The outcome of an edit; with no field set, it was made or refused for good. */
export interface EditOutcome {
  /** The message no longer exists. */
  gone?: true;
  /** The edit must be tried again, after this wait at the earliest, ms. */
  laterMs?: number;
}

/** Filter and page of a request for a person's orders. */
export type WantedOrders = Partial<Omit<BotOrdersQuery, 'discordId'>>;
export interface OrdersPage {
  orders: Order[];
  /** Number of orders on all pages. */
  total: number;
}

/** Every call of the bot to the backend. All throw as {@link BackendHttp.call} does. */
export class Backend {
  constructor(private readonly http: BackendHttp) {}

  /**
   * Takes or renews the lease. `known` holds this process's id, last fence, report and session.
   * @throws ProblemError LEASE_TAKEN while another bot, or a later process of this one, holds it
   */
  lease(
    instanceId: string,
    known: Omit<CallBody<typeof leaseCalls.takeLease>, 'instanceId'>,
    signal?: AbortSignal,
  ): Promise<LeaseAnswer> {
    return this.http.call(leaseCalls.takeLease, {}, { body: { instanceId, ...known }, signal });
  }

  /** Requests one log-in at Discord's gateway. @returns 0 when it was counted, else the wait until the next, ms */
  async login(fence: number, signal?: AbortSignal): Promise<number> {
    return (await this.http.call(leaseCalls.countLogin, {}, { body: { fence }, signal })).waitMs;
  }

  /** The next batch of a channel, or null. @throws ProblemError FENCED when the lease went to another bot */
  async claimPosts(channel: Channel, fence: number, signal?: AbortSignal): Promise<Batch | null> {
    return (await this.http.call(postCalls.claimPosts, {}, { body: { channel, fence }, signal })).batch;
  }

  /** Freezes a batch's message; posts that are not named are free for the next batch. */
  async registerBatch(
    batchId: string,
    registration: Required<CallBody<typeof postCalls.registerBatch>>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.http.send(postCalls.registerBatch, { id: batchId }, { body: registration, signal });
  }

  async reportBatch(batchId: string, fence: number, messageId: string, signal?: AbortSignal): Promise<void> {
    await this.http.send(postCalls.reportBatch, { id: batchId }, { body: { fence, messageId }, signal });
  }

  /** Reports that Discord rejects this message for good: several posts are retried one by one, a single one is parked. */
  async rejectBatch(batchId: string, fence: number, reason: string, signal?: AbortSignal): Promise<void> {
    await this.http.send(
      postCalls.rejectBatch,
      { id: batchId },
      { body: { fence, reason: reason.slice(0, 500) }, signal },
    );
  }

  /** A sent message whose orders changed, or null. */
  async claimEdit(channel: Channel, fence: number, signal?: AbortSignal): Promise<EditTask | null> {
    return (await this.http.call(postCalls.claimEdit, {}, { body: { channel, fence }, signal })).edit;
  }

  /** Reports the outcome of an edit. */
  async reportEdit(edit: EditTask, fence: number, outcome: EditOutcome, signal?: AbortSignal): Promise<void> {
    const { batchId, editVersion } = edit;
    const body = { fence, batchId, editVersion, ...outcome };
    await this.http.send(postCalls.reportEdit, {}, { body, signal });
  }

  /** Moves an order on behalf of a person; the backend decides whether that person may. */
  async moveOrder(orderId: number, move: OrderMove, discordId: string, madeAt?: number): Promise<void> {
    await this.http.call(
      botCalls.botTransitionOrder,
      { id: orderId, move },
      { body: { discordId, madeAt }, timeoutMs: PERSON_CALL_MS },
    );
  }

  /** One page of a person's own orders that match the filter, newest first. */
  async ordersOf(
    discordId: string,
    { q, state = [], checkout, page = 1, limit = BOT_ORDERS_PAGE }: WantedOrders,
  ): Promise<OrdersPage> {
    const query = {
      discordId,
      page: String(page),
      limit: String(limit),
      ...(q ? { q } : {}),
      ...(state.length > 0 ? { state: state.join(',') } : {}),
      ...(checkout === undefined ? {} : { checkout }),
    };
    const options = { query, timeoutMs: PERSON_CALL_MS };
    const { items, total } = await this.http.page(botCalls.botOwnOrders, {}, options);
    return { orders: items, total };
  }

  /** One order: the person's own, or any for staff. @throws ProblemError NOT_FOUND */
  orderFor(orderId: number, discordId: string): Promise<Order> {
    return this.http.call(
      botCalls.botOrder,
      { id: orderId },
      { query: { discordId }, timeoutMs: PERSON_CALL_MS },
    );
  }

  /** The coin pool and the products on sale, optionally filtered by name. */
  stock(search?: string): Promise<CallAnswer<typeof botCalls.botStock>> {
    return this.http.call(
      botCalls.botStock,
      {},
      { query: search ? { q: search } : {}, timeoutMs: PERSON_CALL_MS },
    );
  }

  /** Points and tier of the account linked to this Discord id; null without an account. */
  async pointsOf(discordId: string): Promise<BotPointsAnswer['loyalty']> {
    const options = { query: { discordId }, timeoutMs: PERSON_CALL_MS };
    return (await this.http.call(botCalls.botPoints, {}, options)).loyalty;
  }

  /** Referral code and earnings of the account linked to this Discord id; null without an account. */
  async referralOf(discordId: string): Promise<BotReferralAnswer['referral']> {
    const options = { query: { discordId }, timeoutMs: PERSON_CALL_MS };
    return (await this.http.call(botCalls.botReferral, {}, options)).referral;
  }

  /** Claims the join reward for the account linked to this Discord id; a refusal is an answer with a reason. */
  claimJoinReward(discordId: string, inGameName: string | undefined): Promise<JoinRewardAnswer> {
    return this.http.call(
      botCalls.botJoinReward,
      {},
      { body: { discordId, inGameName }, timeoutMs: PERSON_CALL_MS },
    );
  }

  /** Makes the shop answer an interaction itself with an admin code. @throws ProblemError FORBIDDEN */
  async adminCode(interactionToken: string, language: BotLanguage): Promise<void> {
    const body = { interactionToken, language };
    await this.http.send(botCalls.botAdminCode, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** Raises an alert in the error channel for a failure of the bot. */
  async alert(title: string, detail: string): Promise<void> {
    await this.http.send(
      botCalls.reportAlert,
      {},
      { body: { title: title.slice(0, 200), detail: detail.slice(0, 1_000) } },
    );
  }
}
