import type { Order } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';
import { dollars, relativeTime, shortTime } from '../core/format.js';
import { codeSpan, plain } from '../core/text.js';
import { TEXTS, type Texts } from '../services/texts.js';

const LISTED = 10;

function line(order: Order, texts: Texts): string {
  const parts = [
    `${plain(order.productName)} × ${order.quantity}`,
    dollars(order.totalPrice),
    texts.status[order.status],
  ];
  return `**#${order.id}** ${parts.join(' · ')}`;
}

function list(orders: readonly Order[], texts: Texts): APIEmbed {
  const lines = orders.slice(0, LISTED).map((order) => line(order, texts));
  const more = orders.length - lines.length;
  if (more > 0) lines.push(texts.moreOrders(more));
  return { title: texts.yourOrders, description: lines.join('\n') };
}

function details(order: Order, texts: Texts): APIEmbed {
  const open = order.status === 'pending' || order.status === 'processing';
  const field = (name: string, value: string) => ({ name, value, inline: true });
  return {
    title: `${texts.order(order.id)} · ${texts.status[order.status]}`,
    description: `**${plain(order.productName)}** × ${order.quantity} · ${dollars(order.totalPrice)}`,
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

/** `/order [number]`: the caller's own orders, or one; staff may see any (OWN-147). */
export function orderCommand(backend: Pick<Backend, 'ordersOf' | 'orderFor'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'order',
    description: { en: 'Your orders, or one of them', de: 'Deine Bestellungen, oder eine davon' },
    options: [
      {
        name: 'number',
        type: 'integer',
        description: { en: 'Number of the order', de: 'Nummer der Bestellung' },
      },
    ],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language, options }) {
      const texts = TEXTS[language];
      const { number } = options;
      if (typeof number === 'number')
        return { embeds: [details(await backend.orderFor(number, userId), texts)] };
      const orders = await backend.ordersOf(userId);
      return orders.length === 0 ? { content: texts.noOrders } : { embeds: [list(orders, texts)] };
    },
  };
}
