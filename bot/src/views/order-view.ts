import type { EventType, Order } from '@pax/contracts';
import type { APIEmbed, APIEmbedField } from 'discord.js';
import { coins, dollars, relativeTime, shortTime } from '../core/format.js';
import { codeSpan, plain } from '../core/text.js';
import { COLOUR } from './colours.js';
import { isOpen, PAYMENT_LABEL, STATUS_LABEL } from './labels.js';

interface Headline {
  label: string;
  colour: number;
}

/** Headline of an order's post: its event where that is news, else the order's state (OWN-129, OWN-130). */
function headline(type: EventType | 'test', order: Order): Headline {
  if (type === 'order.refunded') {
    const label = order.paymentStatus === 'partly_refunded' ? 'Teilweise erstattet' : 'Erstattet';
    return { label, colour: COLOUR.loyalty };
  }
  if (order.withdrawn) return { label: 'Zurückgezogen, nicht liefern', colour: COLOUR.danger };
  if (isOpen(order) && type === 'order.overdue') return { label: 'Überfällig', colour: COLOUR.danger };
  if (isOpen(order) && order.paymentStatus === 'unconfirmed')
    return { label: 'Zahlung unbestätigt', colour: COLOUR.loyalty };
  return { label: STATUS_LABEL[order.status], colour: STATUS_COLOUR[order.status] };
}

const STATUS_COLOUR: Record<Order['status'], number> = {
  pending: COLOUR.lantern,
  processing: COLOUR.info,
  completed: COLOUR.money,
  archived: COLOUR.quiet,
  cancelled: COLOUR.danger,
};

/** The buyer may withdraw a pending order, also while somebody delivers it. */
const TAKE_FIRST = 'Erst übernehmen, dann liefern.';

const field = (name: string, value: string): APIEmbedField => ({ name, value, inline: true });

function goods(order: Order): string {
  const parts = [`**${plain(order.productName)}** × ${order.quantity}`];
  if (order.coins !== null) parts.push(`${coins(order.coins)} Coins`);
  parts.push(order.kind === 'join_reward' ? 'Beitrittsgeschenk' : dollars(order.totalPrice));
  return parts.join(' · ');
}

function time(order: Order): APIEmbedField[] {
  if (order.status === 'cancelled' && order.cancelledAt)
    return [field('Storniert', shortTime(order.cancelledAt))];
  if (order.completedAt) return [field('Geliefert', shortTime(order.completedAt))];
  return isOpen(order) && order.dueAt ? [field('Fällig', relativeTime(order.dueAt))] : [];
}

const paymentOf = ({ paymentStatus, refund }: Order): string =>
  refund === 'requested' ? 'Erstattung angefordert' : PAYMENT_LABEL[paymentStatus];

/** Whether nobody is named any more: the account was deleted, or its evidence forgotten. */
const isForgotten = ({ discordUsername, minecraftName }: Order): boolean =>
  discordUsername === null && minecraftName === null;

/**
 * An order as staff see it: what to deliver, to whom, until when (OWN-86, OWN-144); without its person the short
 * reference (OWN-584).
 */
export function orderView(type: EventType | 'test', order: Order): APIEmbed {
  const { label, colour } = headline(type, order);
  const title = `${order.priority ? '⚡ ' : ''}Bestellung #${order.id} · ${label}`;
  if (isForgotten(order)) return { title, description: goods(order), color: colour };
  return {
    title,
    description: order.status === 'pending' ? `${goods(order)}\n${TAKE_FIRST}` : goods(order),
    color: colour,
    fields: [
      field('Spielname', codeSpan(order.minecraftName)),
      field('Discord', codeSpan(order.discordUsername)),
      field('Konto', plain(order.username) || '–'),
      ...time(order),
      ...(order.paymentStatus === 'paid' ? [] : [field('Zahlung', paymentOf(order))]),
    ],
  };
}
