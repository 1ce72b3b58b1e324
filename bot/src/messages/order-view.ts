import {
  type BotLanguage,
  type Order,
  type OrderTransition,
  type OrderStatus,
  type PaymentStatus,
  formatDecimal,
  isUndeliverable,
  type EventType,
  type StaffOrder,
} from '@pax/contracts';
import { formatExactCoins, itemName, formatRelativeTime, formatShortTime } from './format.js';
import { formatCodeSpan, escapeMarkdown } from './sanitize-text.js';
import { COLOUR, ORDER_STATE, type PostBody } from './state-marks.js';

/** Labels in posts; in German, as in the panel. */
export const STATUS_LABEL: Record<OrderStatus, string> = {
  pending: 'Ausstehend',
  processing: 'In Bearbeitung',
  completed: 'Abgeschlossen',
  archived: 'Archiviert',
  cancelled: 'Storniert',
};

export const PAYMENT_LABEL: Record<PaymentStatus, string> = {
  paid: 'bezahlt',
  unconfirmed: 'unbestätigt',
  partly_refunded: 'teilweise erstattet',
  refunded: 'erstattet',
  disputed: 'angefochten',
  lost: 'verloren',
  void: 'verfallen',
};

export const MOVE_LABEL: Record<OrderTransition, string> = {
  process: 'Übernehmen',
  release: 'Zurückgeben',
  complete: 'Abschließen',
  archive: 'Archivieren',
  cancel: 'Stornieren',
};

/** True while an order waits for delivery. */
export const isOpenOrder = (order: Order): boolean =>
  order.status === 'pending' || order.status === 'processing';

/** State line of an order's post: named by the event when that is more specific than the order's status. */
function describeOrderState(
  type: EventType | 'test',
  order: StaffOrder,
): Pick<PostBody, 'state' | 'label' | 'color'> {
  const own = ORDER_STATE[order.status];
  if (type === 'order.refunded') {
    const label = order.paymentStatus === 'partly_refunded' ? 'Teilweise erstattet' : 'Erstattet';
    return { state: 'stopped', label, color: COLOUR.loyalty };
  }
  if (order.withdrawn) return { state: 'stopped', label: 'Zurückgezogen, nicht liefern' };
  if (isOpenOrder(order) && type === 'order.overdue')
    return { state: own, label: 'Überfällig', color: COLOUR.danger };
  if (isOpenOrder(order) && order.paymentStatus === 'unconfirmed')
    return { state: 'waiting', label: 'Zahlung unbestätigt', color: COLOUR.loyalty };
  const label = STATUS_LABEL[order.status];
  return order.status === 'archived' ? { state: own, label, color: COLOUR.quiet } : { state: own, label };
}

/** Reminders of what staff must heed about an open order, in the language of posts and in that of answers. */
const REMINDERS = {
  /** Since the buyer can withdraw an order that nobody has taken. */
  takeFirst: { de: 'Erst übernehmen, dann liefern.', en: 'Take it first, then deliver.' },
  /** Since the shop does not let staff complete an order whose payment is missing or lost. */
  doNotDeliver: { de: 'Nicht liefern: Die Zahlung fehlt.', en: 'Do not deliver: the payment is missing.' },
} as const satisfies Record<string, Record<BotLanguage, string>>;
/** Number of characters of a checkout's reference that posts show. */
const SHORT_REFERENCE_LENGTH = 8;

/** Lists what staff must heed about an order in its present state. */
export function listReminders(order: StaffOrder, language: BotLanguage): string[] {
  if (isUndeliverable(order.status, order.paymentStatus)) return [REMINDERS.doNotDeliver[language]];
  return order.status === 'pending' ? [REMINDERS.takeFirst[language]] : [];
}

const createField = (name: string, value: string) => ({ name, value, inline: true });

function formatGoodsLine(order: StaffOrder): string {
  const price = order.kind === 'join_reward' ? 'Beitrittsgeschenk' : formatDecimal(order.totalPrice, 'de');
  return [...(order.coins === null ? [] : [`${formatExactCoins(order.coins, 'de')} Coins`]), price].join(
    ' · ',
  );
}

function createTimeFields(order: StaffOrder): ReturnType<typeof createField>[] {
  if (order.status === 'cancelled' && order.cancelledAt)
    return [createField('Storniert', formatShortTime(order.cancelledAt))];
  if (order.completedAt) return [createField('Geliefert', formatShortTime(order.completedAt))];
  return isOpenOrder(order) && order.dueAt ? [createField('Fällig', formatRelativeTime(order.dueAt))] : [];
}

const isDisputedOrLost = (status: PaymentStatus): boolean => status === 'disputed' || status === 'lost';

/** A dispute is shown in preference to a pending refund, because the dispute limits what staff may do. */
const describePayment = ({ paymentStatus, refund }: StaffOrder): string =>
  refund === 'requested' && !isDisputedOrLost(paymentStatus)
    ? 'Erstattung angefordert'
    : PAYMENT_LABEL[paymentStatus];

/** True when the order no longer names a person, because the account was deleted or its evidence has expired. */
const isAnonymised = ({ discordUsername, minecraftName }: StaffOrder): boolean =>
  discordUsername === null && minecraftName === null;

const createPeopleFields = (order: StaffOrder): ReturnType<typeof createField>[] => [
  createField(
    'Spielname',
    order.minecraftName === null ? 'In Discord erfragen' : formatCodeSpan(order.minecraftName),
  ),
  createField('Discord', formatCodeSpan(order.discordUsername)),
  createField('Konto', formatCodeSpan(order.username)),
];

/** Post of an order for staff: goods, recipient and due time; only goods and reference when the order names nobody. */
export function createOrderView(type: EventType | 'test', order: StaffOrder): PostBody {
  const isNamed = !isAnonymised(order);
  return {
    title: `#${order.id} · ${escapeMarkdown(itemName(order.productName, 'de'))} × ${order.quantity}`,
    ...describeOrderState(type, order),
    notes: [
      ...(order.priority ? ['Vorrang'] : []),
      ...(order.blockedName ? ['Ein gesperrtes Konto hat für diesen Spielnamen bestellt'] : []),
    ],
    lines: [formatGoodsLine(order), ...(isNamed ? listReminders(order, 'de') : [])],
    fields: isNamed
      ? [
          ...createPeopleFields(order),
          ...(order.processedBy ? [createField('Bearbeitet', formatCodeSpan(order.processedBy, 40))] : []),
          ...createTimeFields(order),
          ...(order.paymentStatus === 'paid' ? [] : [createField('Zahlung', describePayment(order))]),
        ]
      : [],
    ...(order.checkout === null ? {} : { reference: order.checkout.slice(0, SHORT_REFERENCE_LENGTH) }),
  };
}
