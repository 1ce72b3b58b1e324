import {
  peopleCalls,
  payLinkCalls,
  type BotPayLinkAnswer,
  type BotPayLinkRequest,
  type BotPersonAnswer,
  type BotRedeemRequest,
  type BotRewardsAnswer,
  type BotTicketRequest,
  type ChangeBotPersonRequest,
  type CreateTicketAnswer,
  type RedeemRewardAnswer,
} from '@pax/contracts';
import type { BackendHttp } from './shop.js';
import { PERSON_CALL_MS } from './backend.js';
import { Unanswered } from './unanswered.js';

/** Time limit of a ticket with pictures, ms: the backend downloads and converts up to three of them during the call. */
const PICTURES_CALL_MS = 40_000;

/** The bot's calls on behalf of customers. All throw as {@link BackendHttp.call} does. */
export class PeopleBackend {
  private readonly unanswered = new Unanswered();

  constructor(private readonly http: BackendHttp) {}

  /** A person's choices, and their account. */
  person(discordId: string, timeoutMs = PERSON_CALL_MS): Promise<BotPersonAnswer> {
    return this.http.call(peopleCalls.botPerson, {}, { query: { discordId }, timeoutMs });
  }

  /** Changes the given choices, and answers all choices of the person. */
  change(body: ChangeBotPersonRequest): Promise<BotPersonAnswer> {
    return this.http.call(peopleCalls.changeBotPerson, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** A person's points and reward codes; null without an account. @throws ProblemError BLOCKED */
  async rewardsOf(discordId: string): Promise<BotRewardsAnswer['loyalty']> {
    const options = { query: { discordId }, timeoutMs: PERSON_CALL_MS };
    return (await this.http.call(peopleCalls.botRewards, {}, options)).loyalty;
  }

  /** @throws ProblemError of the points, the tier, the account */
  redeem(body: BotRedeemRequest): Promise<RedeemRewardAnswer> {
    return this.http.call(peopleCalls.botRedeem, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** The price and a checkout link. @throws ProblemError PRODUCT_NOT_FOUND, VALIDATION, BLOCKED, RATE_LIMITED */
  payLink(body: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    return this.http.call(payLinkCalls.botPayLink, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** @throws ProblemError NOT_FOUND for somebody else's order, RATE_LIMITED, VALIDATION */
  createTicket(body: BotTicketRequest & { requestId: string }): Promise<CreateTicketAnswer> {
    const { discordId, subject, message, priority, orderId, pictures } = body;
    const timeoutMs = pictures ? PICTURES_CALL_MS : PERSON_CALL_MS;
    // Only the number of pictures counts, since Discord stores a repeated picture under a new address.
    const what = ['ticket', discordId, subject, message, priority, orderId, pictures?.length];
    return this.unanswered.once(what, body.requestId, (requestId) =>
      this.http.call(peopleCalls.botCreateTicket, {}, { body: { ...body, requestId }, timeoutMs }),
    );
  }
}
