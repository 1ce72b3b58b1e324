import { BOT_ORDERS_PAGE, type Order } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponent, type APIEmbed } from 'discord.js';
import type { OrdersPage } from '../shop/backend.js';
import type { Reply } from './command.js';
import { customId } from '../messages/custom-id.js';
import { relativeTime, shortTime } from '../messages/format.js';
import { codeSpan, plain } from '../messages/text.js';
import type { Texts } from './texts.js';
import { ORDER_STATE, STATE_COLOUR, stateLine } from '../messages/state.js';

function line(order: Order, texts: Texts): string {
  const parts = [
    `${plain(texts.item(order.productName))} × ${order.quantity}`,
    texts.dollars(order.totalPrice),
    texts.status[order.status],
  ];
  return `**#${order.id}** ${parts.join(' · ')}`;
}

const button = (label: string, page: number): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: customId('orders', page),
});

/** One page of a person's orders, newest first, with page buttons. @param asked from 1; clamped to the last page */
export function ordersPage({ orders, total }: OrdersPage, asked: number, texts: Texts): Reply {
  const pages = Math.max(1, Math.ceil(total / BOT_ORDERS_PAGE));
  const page = Math.min(asked, pages);
  const buttons = [
    ...(page > 1 ? [button(texts.newer, page - 1)] : []),
    ...(page < pages ? [button(texts.older, page + 1)] : []),
  ];
  return {
    embeds: [
      {
        title: texts.yourOrders(page, pages),
        description: orders.map((order) => line(order, texts)).join('\n'),
      },
    ],
    components: buttons.length > 0 ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
  };
}

/** The details of one order for its buyer. */
export function orderDetails(order: Order, texts: Texts): APIEmbed {
  const open = order.status === 'pending' || order.status === 'processing';
  const state = ORDER_STATE[order.status];
  const field = (name: string, value: string) => ({ name, value, inline: true });
  return {
    title: `#${order.id} · ${plain(texts.item(order.productName))} × ${order.quantity}`,
    description: stateLine(state, texts.status[order.status], texts.dollars(order.totalPrice)),
    color: STATE_COLOUR[state],
    fields: [
      field(texts.gameName, codeSpan(order.minecraftName)),
      field('Discord', codeSpan(order.discordUsername)),
      ...(open && order.dueAt ? [field(texts.due, relativeTime(order.dueAt))] : []),
      ...(order.completedAt ? [field(texts.delivered, shortTime(order.completedAt))] : []),
      ...(order.paymentStatus === 'paid'
        ? []
        : [field(texts.paymentState, texts.payment[order.paymentStatus])]),
    ],
  };
}
