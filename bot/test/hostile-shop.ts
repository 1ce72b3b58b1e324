import { type CallAnswer, REWARD_KEYS, REWARD_SHOP, STAFF_RIGHTS, type CallDefinition } from '@pax/contracts';
import { z } from 'zod';
import {
  ServerClock,
  ShopClient,
  type AnyCallInput,
  type CallArguments,
  type Page,
} from '../src/shop-client.js';
import { anOrder } from './samples.js';

const LATER = '2126-11-21T09:00:00.000Z';
const PRODUCTS = 30;

/** Builds the shop's answers, with the same text in every name and text field. */
function buildAnswers(text: string): Record<string, unknown> {
  const order = anOrder({
    id: 41,
    productName: text,
    minecraftName: text,
    discordUsername: text,
    username: text,
  });
  const orders = Array.from({ length: 40 }, (_, at) => ({ ...order, id: 41 + at }));
  const products = Array.from({ length: PRODUCTS }, (_, at) => ({
    id: at + 1,
    name: text,
    category: 'coins',
    price: '17.99',
    stock: 12,
    isCustom: false,
    description: text,
    bulkMinQuantity: 3,
    bulkPrice: '15.99',
    image: 'https://shop.example/a.png',
  }));
  const reward = {
    id: 1,
    key: 'ten-percent-off',
    name: text,
    description: text,
    pointsCost: 500,
    category: 'discount',
    value: text,
    code: text,
    isUsed: false,
    isHeld: false,
    redeemedAt: LATER,
    expiresAt: LATER,
  };
  const shop = REWARD_KEYS.map((id) => ({ ...REWARD_SHOP[id], id, value: '', isOwned: false }));
  const none = { referral: '1.00', tier: '1.00', tierPercent: 2, reward: '0.00' };
  const quote = {
    lines: [{ id: 1, name: text, quantity: 2, unitPrice: '17.99', linePrice: '35.98', discount: '0.00' }],
    subtotal: '35.98',
    discounts: none,
    discountedTotal: '35.98',
    storeCreditUsed: '0.00',
    referralBonusUsed: '0.00',
    bonusUsable: false,
    total: '35.98',
    points: 359,
  };
  const user = {
    id: 7,
    username: text,
    discordUsername: text,
    discordId: '310457829164285952',
    minecraftName: text,
    loyaltyPoints: 0,
    membershipTier: 'gold',
    blocked: true,
    blockReason: text,
    createdAt: LATER,
  };
  return {
    '/api/bot/people': {
      language: null,
      directMessages: true,
      account: { username: text, isBlocked: false },
    },
    '/api/bot/rewards': { loyalty: { points: 90_000, membershipTier: 'diamond', rewards: [reward], shop } },
    '/api/bot/rewards/redeem': { reward, points: 5 },
    '/api/bot/orders': orders,
    '/api/bot/orders/:id': order,
    '/api/bot/orders/:id/:move': order,
    '/api/bot/orders/:id/refund': order,
    '/api/bot/orders/:id/received': { id: 41, receivedAt: LATER },
    '/api/bot/stock': { coinStock: 750_000_000, products },
    '/api/bot/points': {
      loyalty: { points: 1, pendingPoints: 2, pendingDeduction: 5, membershipTier: 'gold', nextTier: null },
    },
    '/api/bot/referral': {
      referral: {
        code: text,
        total_referrals: 1,
        successful_referrals: 1,
        total_store_credit: '1.00',
        pending_store_credit: '1.00',
      },
    },
    '/api/bot/join-rewards': { success: true, message: text, coins: 1, order: 9 },
    '/api/bot/pay-links': { url: 'https://shop.example/pay/q7Zk2mX9-bTn4VwLr0_Hcd', expiresAt: LATER, quote },
    '/api/bot/tickets': { id: 7, token: 'q7Zk2mX9-bTn4VwLr0_Hcd' },
    '/api/bot/queue': { orders: orders.slice(0, 15), total: 40 },
    '/api/bot/member-orders': { account: user, orders: orders.slice(0, 10), total: 40 },
    '/api/bot/suggestions/orders': orders,
    '/api/bot/suggestions/tickets': Array.from({ length: 40 }, (_, at) => ({
      id: at + 1,
      subject: text,
      name: text,
      status: 'open',
    })),
    '/api/bot/suggestions/users': Array.from({ length: 40 }, () => user),
    '/api/bot/rights': { role: 'admin', rights: [...STAFF_RIGHTS] },
    '/api/bot/users': { users: Array.from({ length: 5 }, () => user), total: 5 },
    '/api/bot/status': {
      openOrders: 1,
      tickets: 1,
      waitingPosts: 1,
      parkedPosts: 1,
      problems: ['BOT_AWAY', 'EVENTS_UNREADABLE'],
    },
    '/api/bot/products/:id/stock': { id: 1, name: text, onHand: 1, free: 1 },
  };
}

/** A shop whose every name and text is the same hostile text. */
export class HostileShop extends ShopClient {
  private readonly answers: Record<string, unknown>;

  constructor(text: string) {
    super({ url: 'http://127.0.0.1:9', token: '', clock: new ServerClock() });
    this.answers = buildAnswers(text);
  }

  override async call<C extends CallDefinition>(call: C, ...given: CallArguments<C>): Promise<CallAnswer<C>>;
  override async call({ path, answer }: CallDefinition): Promise<unknown> {
    return answer?.parse(this.answers[path]);
  }

  override async page<C extends CallDefinition>(
    call: C,
    ...given: CallArguments<C>
  ): Promise<Page<CallAnswer<C>>>;
  override async page(
    { path, answer }: CallDefinition,
    { query }: AnyCallInput = {},
  ): Promise<Page<unknown>> {
    const items = z.array(z.unknown()).parse(answer?.parse(this.answers[path]));
    const limit = Number(Object(query).limit ?? 1);
    return { items: items.slice(0, limit), total: items.length };
  }
}
