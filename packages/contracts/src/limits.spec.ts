import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { allCalls } from './calls/calls.js';
import { botAnswerTicketRequest } from './calls/bot/staff.js';
import { botOrdersQuery } from './calls/bot/commands.js';
import { botTicketMessageRequest, botTicketRequest } from './calls/bot/customers.js';
import { cartItem } from './calls/checkout.js';
import { createProductRequest, deleteProductsRequest, getDefaultImageFit } from './calls/catalog.js';
import { createTicketRequest, answerTicketRequest } from './calls/support/tickets.js';
import { DEFAULT_REFERRAL_CAP } from './loyalty/points.js';
import { newcomersWelcome, noteNewcomersRequest } from './calls/bot/newcomers.js';
import { addTicketMessageRequest } from './calls/support/ticket-messages.js';
import { noteThreadLineRequest } from './calls/bot/ticket-threads.js';
import { moveOrdersRequest, orderPatchRequest, undoOrdersRequest } from './calls/orders.js';
import { getPageAfterSignIn } from './path-checks.js';
import { parseTypedAmount, formatCentsAsDecimal } from './money.js';
import { estimatePasswordStrength, findPasswordWeakness } from './password-strength.js';
import { setPushRequest } from './calls/support/push.js';
import { writeReviewRequest } from './calls/reviews.js';
import { changeWishlistRequest } from './calls/wishlist.js';
import { priceCart } from './pricing/cart-price.js';
import { findProductFault, type ProductRules } from './pricing/product-fault.js';
import { REFERRAL_CODE_LENGTH, setReferralCodeRequest } from './calls/loyalty.js';
import { storeCreditRequest } from './calls/users.js';
import { reportText, text } from './entities/fields.js';
import { findSecretWeakness } from './settings/weak-secret.js';

const TICKET = { name: 'Nova', email: 'nova@example.com', subject: 'Question', message: 'Where is it?' };
const DISCORD_ID = '427196530852986881';
const REF = 'a'.repeat(22);
const AT = '2026-11-27T06:00:00.000Z';
const BOT_TICKET = {
  discordId: DISCORD_ID,
  name: 'Nova',
  subject: 'Question',
  message: 'Where?',
  priority: 'low',
};
const LINE = { fence: 1, threadId: DISCORD_ID, messageId: DISCORD_ID, author: null, writtenAt: AT };
const PUSH = { endpoint: '', keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) }, language: 'en' };
const PRODUCT = { name: 'Elytra', category: 'items', price: '1.00' };

const textOfLength = (n: number): string => 'x'.repeat(n);
const list = <T>(n: number, of: (index: number) => T): T[] => Array.from({ length: n }, (_, at) => of(at));
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

type Maximum = readonly [what: string, most: number, isTaken: (count: number) => boolean];

/** The largest accepted value of each limit, so that a change of a limit must change this table too. */
const MAXIMUMS: readonly Maximum[] = [
  ['characters of a name', 80, (n) => accepts(createTicketRequest, { ...TICKET, name: textOfLength(n) })],
  [
    'characters of a subject',
    150,
    (n) => accepts(createTicketRequest, { ...TICKET, subject: textOfLength(n) }),
  ],
  [
    "characters of a ticket's text",
    5_000,
    (n) => accepts(createTicketRequest, { ...TICKET, message: textOfLength(n) }),
  ],
  [
    "characters of a browser's address at its push service",
    2_000,
    (n) => accepts(setPushRequest, { ...PUSH, endpoint: `https://push.example/${textOfLength(n - 21)}` }),
  ],
  [
    "characters of a review's text",
    1_000,
    (n) => accepts(writeReviewRequest, { rating: 5, text: textOfLength(n) }),
  ],
  [
    'products added to a wishlist at once',
    500,
    (n) => accepts(changeWishlistRequest, { add: Array.from({ length: n }, () => ({ id: 1 })) }),
  ],
  [
    'products removed from a wishlist at once',
    500,
    (n) => accepts(changeWishlistRequest, { remove: Array.from({ length: n }, () => 1) }),
  ],
  ['stars of a review', 5, (n) => accepts(writeReviewRequest, { rating: n })],
  [
    'characters of the page after signing in',
    512,
    (n) => getPageAfterSignIn(`/${textOfLength(n - 1)}`).length === n,
  ],
  ['characters of an answer', 5_000, (n) => accepts(answerTicketRequest, { response: textOfLength(n) })],
  [
    'pictures of a ticket',
    3,
    (n) =>
      accepts(createTicketRequest, { ...TICKET, attachments: list(n, (at) => `${at}${textOfLength(21)}`) }),
  ],
  [
    'characters of a message of a ticket',
    2_000,
    (n) => accepts(addTicketMessageRequest, { text: textOfLength(n) }),
  ],
  [
    'characters of a message from Discord',
    2_000,
    (n) => accepts(botTicketMessageRequest, { discordId: DISCORD_ID, text: textOfLength(n) }),
  ],
  [
    'pictures of a message of a ticket',
    3,
    (n) =>
      accepts(addTicketMessageRequest, {
        text: 'x',
        attachments: list(n, (at) => `${at}${textOfLength(21)}`),
      }),
  ],
  [
    'characters of a ticket from Discord',
    4_000,
    (n) => accepts(botTicketRequest, { ...BOT_TICKET, message: textOfLength(n) }),
  ],
  [
    'characters of an answer from Discord',
    4_000,
    (n) => accepts(botAnswerTicketRequest, { discordId: DISCORD_ID, response: textOfLength(n) }),
  ],
  ['characters of a reason', 300, (n) => accepts(orderPatchRequest, { reason: textOfLength(n) })],
  ['blanks and text of 5 characters', 20, (n) => accepts(text(5), ' '.repeat(n - 1) + 'x')],
  ['characters of a report, before it is cut', 65_536, (n) => accepts(reportText(5), textOfLength(n))],
  [
    "characters kept of a thread's line",
    4_000,
    (n) => noteThreadLineRequest.parse({ ...LINE, text: textOfLength(n) }).text?.length === n,
  ],
  [
    'cents of a price',
    1_000_000,
    (n) => accepts(createProductRequest, { ...PRODUCT, price: formatCentsAsDecimal(n) }),
  ],
  ['pieces of a line', 999, (n) => accepts(cartItem, { id: 1, quantity: n })],
  [
    'millions of coins of a line',
    1_000_000,
    (n) => accepts(cartItem, { id: 1, quantity: 1, customAmount: n }),
  ],
  [
    'a place in the order of goods',
    9_999,
    (n) => accepts(createProductRequest, { ...PRODUCT, displayOrder: n }),
  ],
  [
    'pieces of a quantity break',
    999,
    (n) => accepts(createProductRequest, { ...PRODUCT, bulkMinQuantity: n }),
  ],
  [
    'products that are deleted at once',
    500,
    (n) => accepts(deleteProductsRequest, { ids: list(n, (at) => at + 1) }),
  ],
  [
    'orders that one call moves',
    25,
    (n) =>
      accepts(moveOrdersRequest, { move: 'complete', orders: list(n, (at) => ({ id: at + 1, version: 1 })) }),
  ],
  [
    'orders that one call takes back',
    25,
    (n) => accepts(undoOrdersRequest, { orders: list(n, (at) => ({ id: at + 1, version: 1 })) }),
  ],
  [
    'cents of store credit',
    1_000_000,
    (n) => accepts(storeCreditRequest, { amount: formatCentsAsDecimal(n) }),
  ],
  [
    'own orders at once in Discord',
    25,
    (n) => accepts(botOrdersQuery, { discordId: DISCORD_ID, limit: String(n) }),
  ],
  [
    'newcomers that are reported at once',
    100,
    (n) =>
      accepts(noteNewcomersRequest, {
        fence: 1,
        members: list(n, () => ({ discordId: DISCORD_ID, joinedAt: AT })),
      }),
  ],
  [
    'newcomers of one welcome',
    10,
    (n) => accepts(newcomersWelcome, { nonce: REF, discordIds: list(n, () => DISCORD_ID) }),
  ],
  ['characters of a typed amount', 24, (n) => parseTypedAmount(`${' '.repeat(n - 1)}5`) === 500],
];

it('a referral code is as long as its fields take', () => {
  const customCode = 'PAX'.padEnd(REFERRAL_CODE_LENGTH, 'A');
  expect(accepts(setReferralCodeRequest, { customCode })).toBe(true);
});

const NOW = Date.parse(AT);
const DAY_MS = 86_400_000;
const goods: ProductRules = {
  category: 'items',
  priceCents: 1_000,
  originalPriceCents: null,
  isCustom: false,
  coinValue: null,
  bulkMinQuantity: null,
  bulkPriceCents: null,
  availableFrom: null,
};
const isSoldFrom = (ms: number): boolean =>
  findProductFault({ ...goods, availableFrom: new Date(NOW + ms) }, new Set(['availableFrom']), NOW) ===
  undefined;

/** The price of one product for a buyer with a referral bonus. */
const priceOneProduct = (cents: number) =>
  priceCart(
    [
      {
        product: {
          id: 1,
          priceCents: cents,
          isCustom: false,
          coinValue: null,
          bulkMinQuantity: null,
          bulkPriceCents: null,
        },
        quantity: 1,
      },
    ],
    {
      referred: true,
      tierPercent: 0,
      rewardPercent: 0,
      useStoreCredit: true,
      creditCents: 0,
      bonusCents: 500,
    },
  );

/** Lower-case letters without a pattern; the estimate counts 4.7 bits for each. */
const randomLetters = (n: number): string => 'hwzkqvbtjxnfpgmydrlc'.slice(0, n);

describe('limits of what the contracts take', () => {
  it.each(MAXIMUMS)('%s: %i are taken, one more is not', (_what, most, isTaken) => {
    expect([isTaken(most), isTaken(most + 1)]).toEqual([true, false]);
  });

  it('take a start of sale from 366 days ago to 731 days ahead', () => {
    expect([-367, -366, 731, 732].map((days) => isSoldFrom(days * DAY_MS))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('let the bonus of a friend be used from $45.00 on, after 5 % off', () => {
    expect([4_736, 4_737].map((cents) => priceOneProduct(cents).bonusUsed)).toEqual([0, 500]);
    expect(priceOneProduct(10_000).referralDiscount).toBe(500);
  });

  it('give ten orders of a page in Discord, and $50 a month to a referrer', () => {
    expect(botOrdersQuery.parse({ discordId: DISCORD_ID }).limit).toBe(10);
    expect(DEFAULT_REFERRAL_CAP).toBe(50);
  });

  it('zoom the picture of a product at $32.50 alone', () => {
    expect([3_249, 3_250, 3_251].map(getDefaultImageFit)).toEqual(['cover', 'contain-zoom', 'cover']);
  });

  it('call a password fair from 45 bits on and strong from 70', () => {
    expect([9, 10, 14, 15].map((n) => estimatePasswordStrength(randomLetters(n), 'nobody'))).toEqual([
      'weak',
      'fair',
      'fair',
      'strong',
    ]);
  });

  it('refuse runs of three characters and patterns of up to four', () => {
    expect(['abcxyz', 'abxyqw'].map((typed) => findPasswordWeakness(typed, 'nobody'))).toEqual([
      'pattern',
      undefined,
    ]);
    expect(['hwzkhwzk', 'hwzkqhwzkq'].map((typed) => findPasswordWeakness(typed, 'nobody'))).toEqual([
      'pattern',
      undefined,
    ]);
  });

  it('take a secret of 32 characters', () => {
    const random = 'kT9-vQ2_xW7pL4mZ8rB1nC6yH3sD5fGj';
    expect([random.slice(1), random].map((secret) => findSecretWeakness(secret) === undefined)).toEqual([
      false,
      true,
    ]);
  });

  it('take bodies of more than 16 KiB in these calls alone, KiB', () => {
    const larger = allCalls.flatMap(({ call: { method, path, bounds } }) =>
      bounds?.bodyLimit === undefined ? [] : [[`${method} ${path}`, bounds.bodyLimit / 1_024]],
    );
    expect(Object.fromEntries(larger)).toEqual({
      'PUT /api/account/wishlist': 64,
      'POST /api/admin/images': 5_120,
      'POST /api/payments/stripe/create-checkout-session': 32,
      'POST /api/payments/paypal/create': 32,
      'POST /api/payments/crypto/create': 32,
      'POST /api/payments/stripe/webhook': 256,
      'POST /api/payments/paypal/webhook': 128,
      'POST /api/paypal-ipn': 64,
      'POST /api/support-tickets': 32,
      'POST /api/support-tickets/attachments': 5_120,
      'POST /api/support-tickets/:id/respond': 32,
      'POST /api/support-tickets/:id/follow-up': 32,
      'POST /api/support-tickets/by-token/:token/follow-up': 32,
      'POST /api/bot/posts/batches/:id/register': 128,
      'POST /api/bot/posts/batches/:id/reject': 128,
      'POST /api/bot/alerts': 64,
      'POST /api/bot/direct-messages/:id/register': 64,
      'POST /api/bot/ticket-threads/lines': 32,
      'POST /api/bot/tickets': 32,
      'POST /api/bot/tickets/:id/respond': 32,
    });
  });
});
