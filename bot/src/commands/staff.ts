import {
  botCalls,
  staffCalls,
  formatCount,
  type BotUsersAnswer,
  type BotPanelActRequest,
} from '@pax/contracts';
import { z } from 'zod';
import { type ShopClient, hasCode } from '../shop-client.js';
import { UserFacingError } from './command.js';
import type { Completer, Policy, SlashCommand, Localised } from './command.js';
import { formatCodeSpan, escapeMarkdown } from '../messages/sanitize-text.js';
import { createUserCompleter } from './staff/suggestions.js';
import { PROBLEM_TEXTS, STAFF_TEXTS, type StaffTexts } from './staff-texts.js';
import { TEXTS } from './texts.js';

export interface StaffCommandDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

const createStaffPolicy = (permission: Policy['permission']): Policy => ({
  defer: true,
  ephemeral: true,
  permission,
  cooldownSeconds: 1,
});
const createStockCompleter =
  (shop: StaffCommandDeps['shop']): Completer =>
  async ({ text }) => {
    const { products } = await shop.call(botCalls.botStock, { query: { q: text.trim() || undefined } });
    // Coin products have no stock of their own, since their coins are taken from the pool.
    const counted = products.filter(({ category }) => category !== 'coins');
    return counted.map(({ id, name, stock, onHand = stock, stockVersion }) => ({
      name: `${name} · ${onHand}`,
      value: stockVersion === undefined ? String(id) : `${id}:${stockVersion}`,
    }));
  };
const staleStock = z.object({ current: z.object({ onHand: z.number(), stock: z.number() }) });

/** `/stock-set <product> <pieces>`: sets the number of pieces on hand. */
export function stockSetCommand({ shop }: StaffCommandDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'stock-set',
    description: { en: 'Set what is on hand (staff)', de: 'Den Bestand setzen (Team)' },
    options: [
      {
        name: 'product',
        type: 'text',
        required: true,
        description: { en: 'Which product', de: 'Welches Produkt' },
        complete: createStockCompleter(shop),
      },
      {
        name: 'pieces',
        type: 'integer',
        min: 0,
        required: true,
        description: { en: 'How many are on hand', de: 'Wie viele vorhanden sind' },
      },
    ],
    policy: createStaffPolicy('products'),
    async execute({ userId, language, options }) {
      const texts = STAFF_TEXTS[language];
      const formatShownCount = (count: number): string => formatCount(count, language);
      const wanted = await findTypedProduct(shop, String(options['product'] ?? '').trim());
      if (wanted === undefined) throw new UserFacingError(texts.productUnknown);
      const { id, ...seen } = wanted;
      try {
        const body = { discordId: userId, stock: Number(options['pieces']), ...seen };
        const { name, onHand, free, before } = await shop.call(staffCalls.botSetStock, {
          params: { id },
          body,
        });
        const former = before === undefined ? undefined : formatShownCount(before);
        return {
          content: texts.stockSet(
            escapeMarkdown(name),
            formatShownCount(onHand),
            formatShownCount(free),
            former,
          ),
        };
      } catch (error) {
        if (hasCode(error, 'PRODUCT_NOT_FOUND')) throw new UserFacingError(texts.productUnknown);
        const now = hasCode(error, 'STALE') ? staleStock.safeParse(error.problem).data?.current : undefined;
        if (now)
          throw new UserFacingError(
            texts.stockStale(formatShownCount(now.onHand), formatShownCount(now.stock)),
          );
        throw error;
      }
    },
  };
}

/**
 * Finds the product that staff named: a chosen suggestion is `<id>:<stock version>`, and a typed text must be the full
 * name.
 */
async function findTypedProduct(
  shop: StaffCommandDeps['shop'],
  typed: string,
): Promise<{ id: number; stockVersion?: number } | undefined> {
  const [, id, stockVersion] = /^([1-9]\d{0,8})(?::(\d{1,9}))?$/.exec(typed) ?? [];
  if (id !== undefined)
    return { id: Number(id), ...(stockVersion === undefined ? {} : { stockVersion: Number(stockVersion) }) };
  const { products } = await shop.call(botCalls.botStock, { query: { q: typed || undefined } });
  const named = products.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return named && { id: named.id };
}

/** `/user <name>`: finds accounts by name, number or Discord id. */
export function userCommand({ shop, publicUrl }: StaffCommandDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'user',
    description: { en: 'Look up an account (staff)', de: 'Ein Konto nachschlagen (Team)' },
    options: [
      {
        name: 'name',
        type: 'text',
        required: true,
        description: { en: 'Name, number or Discord id', de: 'Name, Nummer oder Discord-ID' },
        complete: createUserCompleter(shop),
      },
    ],
    policy: createStaffPolicy('users'),
    async execute({ userId, language, options }) {
      const texts = STAFF_TEXTS[language];
      const query = { discordId: userId, q: String(options['name'] ?? '').trim() };
      const { users, total } = await shop.call(staffCalls.botUsers, { query });
      if (users.length === 0) return { content: texts.noUser };
      const lines = users.map((user) => {
        const link = `${publicUrl}/admin?tab=users&open=${user.id}`;
        return `${formatAccountLine(user, texts, TEXTS[language].tier[user.membershipTier])}\n${link}`;
      });
      return {
        embeds: [{ title: texts.users(formatCount(total, language)), description: lines.join('\n\n') }],
      };
    },
  };
}

function formatAccountLine(user: BotUsersAnswer['users'][number], texts: StaffTexts, tier: string): string {
  const parts = [
    `**#${user.id} ${escapeMarkdown(user.username, 40)}**`,
    tier,
    formatCodeSpan(user.minecraftName, 40),
  ];
  if (user.discordId !== null) parts.push(`${formatCodeSpan(user.discordUsername, 40)} (${user.discordId})`);
  if (user.blocked) parts.push(texts.blockedUser(escapeMarkdown(user.blockReason ?? '', 200) || '–'));
  return parts.join(' · ');
}

/** `/status`: shows how much work is waiting, and current problems. */
export function statusCommand({ shop }: StaffCommandDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'status',
    description: { en: 'What waits and what is wrong (staff)', de: 'Was wartet und was nicht stimmt (Team)' },
    options: [],
    policy: createStaffPolicy('staff'),
    async execute({ userId, language }) {
      const texts = STAFF_TEXTS[language];
      const query = { discordId: userId };
      const state = await shop.call(staffCalls.botStatus, { query });
      const { openOrders, tickets, waitingPosts, parkedPosts, problems } = state;
      const formatStatusCount = (value: number): string => formatCount(value, language);
      const lines = [
        ...(openOrders === null ? [] : [texts.openOrders(formatStatusCount(openOrders))]),
        ...(tickets === null ? [] : [texts.openTickets(formatStatusCount(tickets))]),
        texts.posts(formatStatusCount(waitingPosts), formatStatusCount(parkedPosts)),
        problems.length === 0
          ? texts.allWell
          : texts.problems(problems.map((code) => PROBLEM_TEXTS[language][code])),
      ];
      return { embeds: [{ title: texts.status, description: lines.join('\n') }] };
    },
  };
}

/**
 * `/admin-code`: sends staff and admins a one-time code for the panel. The shop writes the private answer itself, so
 * that the bot never reads the code.
 */
export function adminCodeCommand(shop: Pick<ShopClient, 'call'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'admin-code',
    description: { en: 'A one-time code for the panel (staff)', de: 'Ein Einmalcode für das Panel (Team)' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'staff', cooldownSeconds: 10 },
    async execute({ token, language }) {
      if (token === undefined) throw new Error('a command of Discord has a token');
      await shop.call(botCalls.botAdminCode, { body: { interactionToken: token, language } });
      return { isAnswered: true };
    },
  };
}

interface PanelActionDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}
interface PanelAction {
  name: string;
  act: BotPanelActRequest['act'];
  /** Path and query of the panel page, appended to the website's address. */
  panelPath: string;
  description: Localised;
}

const PANEL_ACTIONS: readonly PanelAction[] = [
  {
    name: 'pool-set',
    act: 'pool',
    panelPath: '/admin?tab=coins',
    description: {
      en: 'Set the coin pool, in the panel (admins)',
      de: 'Den Coin-Bestand im Panel setzen (Admins)',
    },
  },
  {
    name: 'block',
    act: 'block',
    panelPath: '/admin?tab=users',
    description: { en: 'Block an account, in the panel (admins)', de: 'Ein Konto im Panel sperren (Admins)' },
  },
];

/** `/pool-set` and `/block`: link to the panel, because Discord cannot check a second step. */
export function createPanelLinkCommands({ shop, publicUrl }: PanelActionDeps): SlashCommand[] {
  return PANEL_ACTIONS.map(({ name, act, panelPath, description }) => ({
    kind: 'slash',
    name,
    description,
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'admin', cooldownSeconds: 1 },
    async execute({ userId, language }) {
      await shop.call(staffCalls.botPanelAct, { body: { discordId: userId, act } });
      return { content: STAFF_TEXTS[language].inPanel(`${publicUrl}${panelPath}`) };
    },
  }));
}
