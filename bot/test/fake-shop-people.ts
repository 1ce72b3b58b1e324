import {
  botJoinRewardRequest,
  botMemberOrdersQuery,
  botOrdersQuery,
  botOrderTransitionRequest,
  botPayLinkRequest,
  botRedeemRequest,
  botTicketMessageRequest,
  botTicketRequest,
  changeBotPersonRequest,
  REWARD_KEYS,
  REWARD_SHOP,
  type BotOrdersQuery,
  type BotPayLinkAnswer,
  type BotPayLinkRequest,
  type BotPersonAnswer,
  type BotProduct,
  type BotTicketMessageRequest,
  type BotTicketRequest,
  type JoinRewardAnswer,
  type Order,
  type Reward,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';
import { refusalAnswer } from './fake-shop-rules.js';

/** The token in the secret link of every ticket that has one. */
export const TICKET_TOKEN = 'q7Zk2mX9-bTn4VwLr0_Hcd';

type Choices = Pick<BotPersonAnswer, 'language' | 'directMessages' | 'clientLanguage'>;
const PRICE = 500;
const POINTS = {
  points: 1_240,
  pendingPoints: 0,
  pendingDeduction: 0,
  membershipTier: 'silver',
  nextTier: null,
};
const REFERRAL = {
  code: 'PAXMARA01',
  total_referrals: 4,
  successful_referrals: 2,
  total_store_credit: '12.50',
  pending_store_credit: '3.00',
};

/** Fake of the shop for customers' calls, in memory. */
export class ShopPeople {
  readonly choices = new Map<string, Choices>();
  /** The accounts, by Discord id. */
  readonly accounts = new Map<string, NonNullable<BotPersonAnswer['account']>>();
  readonly orders: Order[] = [];
  readonly products: BotProduct[] = [];
  readonly tickets: BotTicketRequest[] = [];
  readonly ticketMessages: BotTicketMessageRequest[] = [];
  readonly payLinks: BotPayLinkRequest[] = [];
  /** Redeemed rewards by request id. */
  readonly redeemedRewards = new Map<string, Reward>();
  /** Discord ids that received the join reward. */
  readonly joinRewards: string[] = [];
  /** Discord ids of people who must be informed that their direct messages are closed. */
  readonly closedMessageIds = new Set<string>();
  points = 1_240;

  route({ method, path, query, body }: JsonCall): JsonAnswer | undefined {
    const asking = query.get('discordId') ?? '';
    switch (`${method} ${path}`) {
      case 'GET /api/bot/people':
        return okAnswer(this.readPerson(asking));
      case 'PATCH /api/bot/people': {
        const { discordId, toldClosed, ...change } = changeBotPersonRequest.parse(body);
        if (toldClosed) this.closedMessageIds.delete(discordId);
        const {
          language = null,
          directMessages = true,
          clientLanguage = null,
        } = { ...this.choices.get(discordId), ...change };
        this.choices.set(discordId, { language, directMessages, clientLanguage });
        return okAnswer(this.readPerson(discordId));
      }
      case 'GET /api/bot/rewards':
        return okAnswer({ loyalty: this.accounts.has(asking) ? this.readLoyalty() : null });
      case 'POST /api/bot/rewards/redeem':
        return { status: 201, body: this.redeem(botRedeemRequest.parse(body)) };
      case 'POST /api/bot/tickets': {
        const ticket = botTicketRequest.parse(body);
        const { discordId, requestId } = ticket;
        const isOf = (one: BotTicketRequest) => one.discordId === discordId && one.requestId === requestId;
        if (requestId === undefined || !this.tickets.some(isOf)) this.tickets.push(ticket);
        const token = this.accounts.has(discordId) ? null : TICKET_TOKEN;
        return { status: 201, body: { id: this.tickets.length, token } };
      }
      case 'POST /api/bot/join-rewards':
        return okAnswer(this.claimJoinReward(botJoinRewardRequest.parse(body).discordId));
      case 'POST /api/bot/pay-links':
        return { status: 201, body: this.createPayLink(botPayLinkRequest.parse(body)) };
      case 'GET /api/bot/points':
        return okAnswer({ loyalty: this.accounts.has(asking) ? POINTS : null });
      case 'GET /api/bot/referral':
        return okAnswer({ referral: this.accounts.has(asking) ? REFERRAL : null });
      case 'GET /api/bot/orders':
        return this.readOrdersPage(botOrdersQuery.parse(Object.fromEntries(query)));
      case 'GET /api/bot/member-orders': {
        const { memberId, page } = botMemberOrdersQuery.parse(Object.fromEntries(query));
        return this.readMemberOrders(memberId, page);
      }
      case 'GET /api/bot/stock': {
        const wanted = (query.get('q') ?? '').toLowerCase();
        const products = this.products.filter(({ name }) => name.toLowerCase().includes(wanted));
        return okAnswer({ coinStock: 750_000_000, products });
      }
      default:
        if (/\/tickets\/\d+\/messages$/.test(path)) return this.writeTicketMessage(body);
        return path.endsWith('/received') ? this.receive(path, body) : this.readOrder(path, asking);
    }
  }

  private writeTicketMessage(body: unknown): JsonAnswer {
    const message = botTicketMessageRequest.parse(body);
    if (!this.accounts.has(message.discordId)) return refusalAnswer('NOT_FOUND');
    if (!this.ticketMessages.some(({ requestId }) => requestId === message.requestId))
      this.ticketMessages.push(message);
    return { status: 204, body: '' };
  }

  private readMemberOrders(memberId: string, page: number): JsonAnswer {
    const account = this.accounts.get(memberId);
    if (!account) return okAnswer({ account: null, orders: [], total: 0 });
    const orders = this.orders.slice((page - 1) * 10, page * 10);
    return okAnswer({ account: { id: 7, username: account.username }, orders, total: this.orders.length });
  }

  private readOrdersPage({
    discordId,
    q = '',
    state = [],
    checkout,
    page,
    limit,
  }: BotOrdersQuery): JsonAnswer {
    const own = this.accounts.has(discordId) ? this.orders : [];
    const wanted = q.toLowerCase();
    const found = own.filter(
      (one) =>
        (checkout === undefined || one.checkout === checkout) &&
        (`#${one.id} · ${one.productName} × ${one.quantity}`.toLowerCase().includes(wanted) ||
          state.includes(one.status)),
    );
    const shown = Math.min(page, Math.max(1, Math.ceil(found.length / limit)));
    return {
      status: 200,
      body: found.slice((shown - 1) * limit, shown * limit),
      headers: { 'x-total-count': String(found.length) },
    };
  }

  private createPayLink(asked: BotPayLinkRequest): BotPayLinkAnswer {
    this.payLinks.push(asked);
    const nothing = { referral: '0.00', tier: '0.00', tierPercent: 0, reward: '0.00' };
    return {
      url: `http://127.0.0.1:3000/pay/${TICKET_TOKEN}`,
      expiresAt: '2126-11-25T09:15:00.000Z',
      quote: {
        lines: [],
        subtotal: '35.98',
        discounts: nothing,
        discountedTotal: '35.98',
        storeCreditUsed: '0.00',
        referralBonusUsed: '0.00',
        bonusUsable: false,
        total: '35.98',
        points: 359,
      },
    };
  }

  private readPerson(discordId: string): BotPersonAnswer {
    const chosen = this.choices.get(discordId) ?? { language: null, directMessages: true };
    const account = this.accounts.get(discordId) ?? null;
    return { ...chosen, messagesClosed: this.closedMessageIds.has(discordId), account };
  }

  private claimJoinReward(discordId: string): JoinRewardAnswer {
    const refusal = { success: false, message: '', inviteUrl: '' } as const;
    if (!this.accounts.has(discordId)) return { ...refusal, reason: 'NO_DISCORD' };
    if (this.joinRewards.includes(discordId)) return { ...refusal, reason: 'ALREADY_CLAIMED' };
    this.joinRewards.push(discordId);
    return { success: true, message: '', coins: 1_000_000, order: 900 };
  }

  private readOrder(path: string, asking: string): JsonAnswer | undefined {
    const id = Number(/^\/api\/bot\/orders\/(\d+)$/.exec(path)?.[1]);
    const order = this.orders.find((one) => one.id === id);
    if (order && !this.accounts.has(asking)) return refusalAnswer('NOT_FOUND');
    return order && okAnswer(order);
  }

  private receive(path: string, body: unknown): JsonAnswer | undefined {
    const id = Number(/^\/api\/bot\/orders\/(\d+)\/received$/.exec(path)?.[1]);
    const { discordId } = botOrderTransitionRequest.parse(body);
    if (!this.accounts.has(discordId)) return refusalAnswer('NOT_FOUND');
    return okAnswer({ id, receivedAt: '2026-11-21T09:00:00.000Z' });
  }

  private readLoyalty() {
    const shop = REWARD_KEYS.map((id) => ({ ...REWARD_SHOP[id], id, value: '', isOwned: false }));
    return { points: this.points, membershipTier: 'gold', rewards: [...this.redeemedRewards.values()], shop };
  }

  private redeem({ rewardId, requestId }: ReturnType<typeof botRedeemRequest.parse>) {
    const known = this.redeemedRewards.get(requestId);
    if (!known) this.points -= PRICE;
    const { name, description, category } = REWARD_SHOP[rewardId];
    const reward: Reward = known ?? {
      id: this.redeemedRewards.size + 1,
      key: rewardId,
      name,
      description,
      pointsCost: PRICE,
      category,
      value: '',
      code: `CODE-${this.redeemedRewards.size + 1}`,
      isUsed: false,
      isHeld: false,
      redeemedAt: '2026-11-20T18:00:00.000Z',
      expiresAt: '2126-12-20T18:00:00.000Z',
    };
    this.redeemedRewards.set(requestId, reward);
    return { reward, points: this.points };
  }
}

const okAnswer = (body: unknown): JsonAnswer => ({ status: 200, body });
