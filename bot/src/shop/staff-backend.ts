import {
  staffCalls,
  type BotAnswerTicketRequest,
  type BotOrderToRefundAnswer,
  type BotPanelActRequest,
  type BotQueueAnswer,
  type BotRightsAnswer,
  type BotSetStockAnswer,
  type BotSetStockRequest,
  type BotStatusAnswer,
  type BotTicketNoteRequest,
  type BotUsersAnswer,
} from '@pax/contracts';
import type { BackendHttp } from './shop.js';
import { PERSON_CALL_MS } from './backend.js';
import { Unanswered } from './unanswered.js';

/** A request id, under which the backend carries out a repeated call once. */
interface Named {
  requestId: string;
}

/** The bot's calls on behalf of staff, whose rights the backend checks. All throw as {@link BackendHttp.call} does. */
export class StaffBackend {
  private readonly unanswered = new Unanswered();

  constructor(private readonly http: BackendHttp) {}

  /** The open orders that are due first. @throws ProblemError FORBIDDEN, BLOCKED */
  queue(discordId: string): Promise<BotQueueAnswer> {
    return this.http.call(staffCalls.botQueue, {}, { query: { discordId }, timeoutMs: PERSON_CALL_MS });
  }

  /** @throws ProblemError FORBIDDEN, BLOCKED, NOT_FOUND, ILLEGAL_MOVE when it is ended */
  async answerTicket(id: number, body: BotAnswerTicketRequest & Named): Promise<void> {
    const what = ['answer', id, body.discordId, body.response];
    await this.unanswered.once(what, body.requestId, (requestId) => {
      const options = { body: { ...body, requestId }, timeoutMs: PERSON_CALL_MS };
      return this.http.send(staffCalls.botAnswerTicket, { id }, options);
    });
  }

  /** @throws ProblemError as `answerTicket`, and DISCORD_NOT_LINKED */
  async noteTicket(id: number, body: BotTicketNoteRequest & Named): Promise<void> {
    const what = ['note', id, body.discordId, body.text];
    await this.unanswered.once(what, body.requestId, (requestId) => {
      const options = { body: { ...body, requestId }, timeoutMs: PERSON_CALL_MS };
      return this.http.send(staffCalls.botNoteTicket, { id }, options);
    });
  }

  /** A person's rights as staff; none for customers. @throws ProblemError BLOCKED */
  rights(discordId: string): Promise<BotRightsAnswer> {
    return this.http.call(staffCalls.botRights, {}, { query: { discordId }, timeoutMs: PERSON_CALL_MS });
  }

  /** The order and the sums of a refund, for the confirmation. @throws ProblemError FORBIDDEN, BLOCKED, NOT_FOUND */
  orderToRefund(id: number, discordId: string, amount?: string): Promise<BotOrderToRefundAnswer> {
    const options = {
      query: { discordId, ...(amount !== undefined && { amount }) },
      timeoutMs: PERSON_CALL_MS,
    };
    return this.http.call(staffCalls.botOrderToRefund, { id }, options);
  }

  /**
   * @param asked version and creation time of the confirmed order; amount in dollars, or all that is left
   * @throws ProblemError also STALE, ILLEGAL_MOVE, REFUND_TOO_LARGE, SECOND_STEP_REQUIRED
   */
  async refund(
    id: number,
    discordId: string,
    asked: { version: number; amount: string | undefined; madeAt: number | undefined },
  ): Promise<void> {
    const options = { body: { discordId, ...asked }, timeoutMs: PERSON_CALL_MS };
    await this.http.call(staffCalls.botRefundOrder, { id }, options);
  }

  /** @throws ProblemError also PRODUCT_NOT_FOUND, STALE, VALIDATION for what draws on the pool */
  setStock(id: number, body: BotSetStockRequest): Promise<BotSetStockAnswer> {
    const options = { body, timeoutMs: PERSON_CALL_MS };
    return this.http.call(staffCalls.botSetStock, { id }, options);
  }

  users(discordId: string, q: string): Promise<BotUsersAnswer> {
    return this.http.call(staffCalls.botUsers, {}, { query: { discordId, q }, timeoutMs: PERSON_CALL_MS });
  }

  status(discordId: string): Promise<BotStatusAnswer> {
    return this.http.call(staffCalls.botStatus, {}, { query: { discordId }, timeoutMs: PERSON_CALL_MS });
  }

  /**
   * Checks that a person may carry out an act in the panel.
   * @param orderId the order to act on @throws ProblemError FORBIDDEN, BLOCKED
   */
  async panelAct(discordId: string, act: BotPanelActRequest['act'], orderId?: number): Promise<void> {
    const body = { discordId, act, ...(orderId === undefined ? {} : { orderId }) };
    await this.http.send(staffCalls.botPanelAct, {}, { body, timeoutMs: PERSON_CALL_MS });
  }
}
