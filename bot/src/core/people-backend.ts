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
import type { BackendHttp } from './backend-http.js';
import { PERSON_CALL_MS } from './backend.js';
import { Unanswered } from './unanswered.js';

/** The backend fetches and makes three pictures meanwhile, ms. */
const PICTURES_CALL_MS = 40_000;

/** The bot's calls on behalf of customers. All throw as {@link BackendHttp.call} does. */
export class PeopleBackend {
  private readonly unanswered = new Unanswered();

  constructor(private readonly http: BackendHttp) {}

  /** What a person chose, and their account. */
  person(discordId: string, timeoutMs = PERSON_CALL_MS): Promise<BotPersonAnswer> {
    return this.http.call(peopleCalls.botPerson, {}, { query: { discordId }, timeoutMs });
  }

  /** Changes what is named, and answers all they chose. */
  change(body: ChangeBotPersonRequest): Promise<BotPersonAnswer> {
    return this.http.call(peopleCalls.changeBotPerson, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** What points buy and the own codes; null without an account. @throws ProblemError BLOCKED */
  async rewardsOf(discordId: string): Promise<BotRewardsAnswer['loyalty']> {
    const options = { query: { discordId }, timeoutMs: PERSON_CALL_MS };
    return (await this.http.call(peopleCalls.botRewards, {}, options)).loyalty;
  }

  /** @throws ProblemError of the points, the tier, the account */
  redeem(body: BotRedeemRequest): Promise<RedeemRewardAnswer> {
    return this.http.call(peopleCalls.botRedeem, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** The price of now and a link to its checkout. @throws ProblemError PRODUCT_NOT_FOUND, VALIDATION, BLOCKED, RATE_LIMITED */
  payLink(body: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    return this.http.call(payLinkCalls.botPayLink, {}, { body, timeoutMs: PERSON_CALL_MS });
  }

  /** @throws ProblemError NOT_FOUND for an order of others, RATE_LIMITED, VALIDATION */
  createTicket(body: BotTicketRequest & { requestId: string }): Promise<CreateTicketAnswer> {
    const { discordId, subject, message, priority, orderId, pictures } = body;
    const timeoutMs = pictures ? PICTURES_CALL_MS : PERSON_CALL_MS;
    // Discord stores the same picture anew under another address.
    const what = ['ticket', discordId, subject, message, priority, orderId, pictures?.length];
    return this.unanswered.once(what, body.requestId, (requestId) =>
      this.http.call(peopleCalls.botCreateTicket, {}, { body: { ...body, requestId }, timeoutMs }),
    );
  }
}
