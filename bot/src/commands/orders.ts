import {
  botCalls,
  type BotOrdersQuery,
  BOT_ORDERS_PAGE_SIZE,
  type Order,
  MAX_SUGGESTIONS,
  ORDER_STATUSES,
  ref,
} from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponent, type APIEmbed } from 'discord.js';
import type { ShopClient } from '../shop-client.js';
import type { Reply, Action, SlashCommand, Choice, CompletionRequest } from './command.js';
import { buildCustomId } from '../messages/custom-id.js';
import { formatRelativeTime, formatShortTime } from '../messages/format.js';
import { formatCodeSpan, escapeMarkdown, toLabelText } from '../messages/sanitize-text.js';
import { type Texts, TEXTS } from './texts.js';
import { ORDER_STATE, STATE_COLOUR, formatStateLine } from '../messages/state-marks.js';
import { z } from 'zod';

interface OrdersPage {
  orders: Order[];
  /** Total number of orders on all pages. */
  total: number;
}

/** One line about an order in a list. */
export function formatOrderLine(order: Order, texts: Texts): string {
  const parts = [
    `${escapeMarkdown(texts.item(order.productName))} × ${order.quantity}`,
    texts.dollars(order.totalPrice),
    texts.status[order.status],
  ];
  return `**#${order.id}** ${parts.join(' · ')}`;
}

const createPageButton = (label: string, page: number): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: buildCustomId('orders', page),
});

/**
 * One page of a person's orders, newest first, with page buttons.
 * @param asked requested page from 1; a number beyond the last page becomes the last page
 */
export function buildOrdersPage({ orders, total }: OrdersPage, asked: number, texts: Texts): Reply {
  const pages = Math.max(1, Math.ceil(total / BOT_ORDERS_PAGE_SIZE));
  const page = Math.min(asked, pages);
  const buttons = [
    ...(page > 1 ? [createPageButton(texts.newer, page - 1)] : []),
    ...(page < pages ? [createPageButton(texts.older, page + 1)] : []),
  ];
  return {
    embeds: [
      {
        title: texts.yourOrders(page, pages),
        description: orders.map((order) => formatOrderLine(order, texts)).join('\n'),
      },
    ],
    components: buttons.length > 0 ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
  };
}

/** Details of one order, as its buyer sees them. */
export function describeOrderDetails(order: Order, texts: Texts): APIEmbed {
  const open = order.status === 'pending' || order.status === 'processing';
  const state = ORDER_STATE[order.status];
  const createField = (name: string, value: string) => ({ name, value, inline: true });
  return {
    title: `#${order.id} · ${escapeMarkdown(texts.item(order.productName))} × ${order.quantity}`,
    description: formatStateLine(state, texts.status[order.status], texts.dollars(order.totalPrice)),
    color: STATE_COLOUR[state],
    fields: [
      createField(texts.gameName, formatCodeSpan(order.minecraftName)),
      createField('Discord', formatCodeSpan(order.discordUsername)),
      ...(open && order.dueAt ? [createField(texts.due, formatRelativeTime(order.dueAt))] : []),
      ...(order.completedAt ? [createField(texts.delivered, formatShortTime(order.completedAt))] : []),
      ...(order.paymentStatus === 'paid'
        ? []
        : [createField(texts.paymentState, texts.payment[order.paymentStatus])]),
    ],
  };
}

const pageButtonArgs = z.tuple([z.coerce.number().int().min(1).max(1_000_000)]);

type OrdersShop = Pick<ShopClient, 'call' | 'page'>;
/** Filter and page number of a request for a person's orders. */
type OrdersFilter = Partial<Omit<BotOrdersQuery, 'discordId'>>;

/** Finds one page of a person's own orders that match the filter, newest first. */
async function findOrders(
  shop: OrdersShop,
  discordId: string,
  { q, state = [], checkout, page = 1, limit = BOT_ORDERS_PAGE_SIZE }: OrdersFilter,
): Promise<OrdersPage> {
  const states = state.length > 0 ? state.join(',') : undefined;
  const query = {
    discordId,
    page: String(page),
    limit: String(limit),
    q: q || undefined,
    state: states,
    checkout,
  };
  const { items, total } = await shop.page(botCalls.botOwnOrders, { query });
  return { orders: items, total };
}

async function createOrdersPageReply(
  shop: OrdersShop,
  userId: string,
  { page, texts }: { page: number; texts: Texts },
): Promise<Reply> {
  const found = await findOrders(shop, userId, { page });
  return found.total === 0 ? { content: texts.noOrders } : buildOrdersPage(found, page, texts);
}

/** `/orders`: lists the caller's own orders, ten per page. */
export function ordersCommand(shop: OrdersShop): SlashCommand {
  return {
    kind: 'slash',
    name: 'orders',
    description: { en: 'Your orders, newest first', de: 'Deine Bestellungen, neueste zuerst' },
    options: [],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    execute: ({ userId, language }) =>
      createOrdersPageReply(shop, userId, { page: 1, texts: TEXTS[language] }),
  };
}

/**
 * The page buttons of `/orders`: show another page. Only the command's caller sees the message, so the person pressing
 * is the caller.
 */
export function createOrdersPageAction(shop: OrdersShop): Action {
  return {
    kind: 'component',
    name: 'orders',
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 0,
      updates: true,
      worksInDirectMessages: true,
    },
    execute: ({ userId, language, args }) => {
      const [page] = pageButtonArgs.parse(args);
      return createOrdersPageReply(shop, userId, { page, texts: TEXTS[language] });
    },
  };
}

const MAX_ID = 2_147_483_647;
/** Longest item name in a suggestion, so that order number, quantity and state fit as well. */
const LABEL_NAME_LENGTH = 50;

/** Parses a typed order number, with or without "#"; returns undefined for any other text. */
function parseOrderNumber(typed: string): number | undefined {
  const number = Number(/^#?([1-9]\d{0,9})$/.exec(typed)?.[1]);
  return number <= MAX_ID ? number : undefined;
}

/**
 * Suggests the caller's newest orders that match the typed text. Words for order states are matched here, since the
 * shop does not know their translations.
 */
async function suggestOrders(shop: OrdersShop, asked: CompletionRequest): Promise<Choice[]> {
  const texts = TEXTS[asked.language];
  const formatSuggestion = ({ id, productName, quantity, status }: Order): string =>
    `#${id} · ${toLabelText(texts.item(productName, LABEL_NAME_LENGTH), LABEL_NAME_LENGTH)} × ${quantity} · ${texts.status[status]}`;
  const wanted = asked.text.trim().toLowerCase();
  const state = ORDER_STATUSES.filter((status) => texts.status[status].toLowerCase().includes(wanted));
  const { orders } = await findOrders(shop, asked.userId, {
    limit: MAX_SUGGESTIONS,
    // Discord sends a chosen suggestion as its whole text; only the order number and item name in it can be searched.
    ...(wanted === '' ? {} : { q: wanted.split(' · ').slice(0, 2).join(' · '), state }),
  });
  return orders.map((order) => ({ name: formatSuggestion(order), value: String(order.id) }));
}

/**
 * `/order <reference>`: shows one of the caller's orders by number or purchase reference; staff see any order by
 * number.
 */
export function orderCommand(shop: OrdersShop): SlashCommand {
  return {
    kind: 'slash',
    name: 'order',
    description: { en: 'One of your orders', de: 'Eine deiner Bestellungen' },
    options: [
      {
        name: 'reference',
        type: 'text',
        required: true,
        description: { en: 'Its number, or the reference of its receipt', de: 'Nummer oder Beleg-Referenz' },
        complete: (asked) => suggestOrders(shop, asked),
      },
    ],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ userId, language, options }) {
      const texts = TEXTS[language];
      const typed = String(options['reference'] ?? '').trim();
      const number = parseOrderNumber(typed);
      if (number !== undefined)
        return {
          embeds: [
            describeOrderDetails(
              await shop.call(botCalls.botOrder, {
                params: { id: number },
                query: { discordId: userId },
              }),
              texts,
            ),
          ],
        };
      const checkout = ref.safeParse(typed);
      if (!checkout.success) return { content: texts.notFound };
      const found = await findOrders(shop, userId, { checkout: checkout.data });
      const [first] = found.orders;
      if (!first) return { content: texts.notFound };
      if (found.total === 1) return { embeds: [describeOrderDetails(first, texts)] };
      return { ...buildOrdersPage(found, 1, texts), components: [] };
    },
  };
}
