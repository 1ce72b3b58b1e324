import {
  describeBellContent,
  formatDecimal,
  type BellContent,
  type BotLanguage,
  type DirectMessageContent,
  type DirectMessage,
} from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponent, type APIEmbed } from 'discord.js';
import { buildCustomId, toCreationToken } from './custom-id.js';
import { formatCodeSpan, escapeMarkdown, escapeMarkdownLines, redactSecrets } from './sanitize-text.js';
import { COLOUR, ORDER_STATE, STATE_COLOUR, formatStateLine } from './state-marks.js';
import { DIRECT_MESSAGE_TEXTS, type DirectMessageTexts } from './direct-message-texts.js';
import type { MessageBody } from './post-message.js';

type PaidContent = Extract<DirectMessageContent, { kind: 'paid' }>;
type OrderContent = Extract<DirectMessageContent, { kind: 'order' }>;
type TicketContent = Extract<DirectMessageContent, { kind: 'ticket' }>;

const MAX_LISTED = 10;
const formatOrderLine = (
  { id, productName, quantity }: OrderContent['order'],
  texts: DirectMessageTexts,
): string => `**#${id}** ${escapeMarkdown(texts.item(productName))} × ${quantity}`;

/** The buyer's buttons below an order; none when the order's creation time is unknown, since custom ids contain it. */
function createOrderButtons(
  { id, status, createdAt }: OrderContent['order'],
  texts: DirectMessageTexts,
): APIButtonComponent[] {
  if (createdAt === undefined) return [];
  const createButton = (
    name: 'received' | 'problem',
    style: ButtonStyle.Success | ButtonStyle.Secondary,
  ): APIButtonComponent => ({
    type: ComponentType.Button,
    style,
    label: texts[name],
    custom_id: buildCustomId(name, id, toCreationToken(createdAt)),
  });
  const isDelivered = status === 'completed' || status === 'archived';
  const problem = createButton('problem', ButtonStyle.Secondary);
  return isDelivered ? [createButton('received', ButtonStyle.Success), problem] : [problem];
}

function createPaidView(
  { checkout, orders, total, usualMinutes }: PaidContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  const lines = orders.slice(0, MAX_LISTED).map((one) => formatOrderLine(one, texts));
  if (orders.length > MAX_LISTED) lines.push(texts.more(orders.length - MAX_LISTED));
  const url = `${publicUrl}/receipt?checkout=${encodeURIComponent(checkout)}`;
  const [first] = orders;
  return {
    embed: {
      title: isSum(total) ? `${texts.paid}: ${formatDecimal(total, texts.language)}` : texts.paid,
      description: [...lines, '', texts.paidNext(usualMinutes)].join('\n'),
      color: STATE_COLOUR.done,
    },
    buttons: [
      { type: ComponentType.Button, style: ButtonStyle.Link, label: texts.receipt, url },
      ...(first ? createOrderButtons({ ...first, status: 'pending' }, texts) : []),
    ],
  };
}

/** True for an amount above zero; older messages have none. */
const isSum = (amount: string | undefined): amount is string => Number(amount ?? 0) > 0;

/** Lines that say what a cancelled or refunded order gives back. */
function formatReturned({ returned }: OrderContent, texts: DirectMessageTexts): string[] {
  const amount = (sum: string): string => `**${formatDecimal(sum, texts.language)}**`;
  return [
    ...(isSum(returned?.cash) ? [texts.cashBack(amount(returned.cash))] : []),
    ...(isSum(returned?.credit) ? [texts.creditBack(amount(returned.credit))] : []),
    ...(isSum(returned?.byDispute) ? [texts.backByDispute(amount(returned.byDispute))] : []),
  ];
}

function describeOrder(content: OrderContent, texts: DirectMessageTexts): string {
  const { order, returned, about } = content;
  const sums = formatReturned(content, texts);
  if (about === undefined ? returned && order.status !== 'cancelled' : about === 'refunded')
    return [formatStateLine('done', texts.refunded), ...(sums.length > 0 ? sums : [texts.seeAccount])].join(
      '\n',
    );
  const { title, text } = texts.status[order.status];
  const isUnknown = order.status === 'cancelled' && !returned;
  const lines = isUnknown ? [text, texts.seeAccount] : [text, ...sums];
  return [formatStateLine(ORDER_STATE[order.status], title), ...lines].join('\n');
}

function createOrderStatusView(content: OrderContent, texts: DirectMessageTexts): EmbedWithButtons {
  const { order: told } = content;
  return {
    embed: {
      title: `#${told.id} · ${escapeMarkdown(texts.item(told.productName))} × ${told.quantity}`,
      description: describeOrder(content, texts),
      color: STATE_COLOUR[ORDER_STATE[told.status]],
      fields: [{ name: texts.gameName, value: formatCodeSpan(told.minecraftName), inline: true }],
    },
    buttons: createOrderButtons(told, texts),
  };
}

/** Number of characters of a text of staff that a direct message shows; the shop shows all of it. */
const STAFF_TEXT_LENGTH = 1_500;
/** Number of its lines, each of which is longer by the mark of a quotation. */
const STAFF_TEXT_LINES = 40;
export const WRITE_BACK_BUTTON = 'ticket-message';

/** Lines with what staff wrote, without codes, which stand in the shop only. */
function formatStaffText(text: string): string {
  const lines = escapeMarkdownLines(redactSecrets(text), STAFF_TEXT_LENGTH).split('\n');
  const shown = lines.length > STAFF_TEXT_LINES ? [...lines.slice(0, STAFF_TEXT_LINES - 1), '…'] : lines;
  return shown.map((line) => `> ${line}`).join('\n');
}

const formatTicketLine = (state: TicketContent['ticket']['state'], texts: DirectMessageTexts): string =>
  formatStateLine(
    state === 'answered' ? 'done' : state === 'closed' ? 'stopped' : 'working',
    texts.ticket[state],
  );

function createTicketButtons(
  { id, state, createdAt }: TicketContent['ticket'],
  texts: DirectMessageTexts,
  publicUrl: string,
): APIButtonComponent[] {
  const openTicket: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    label: texts.openTicket,
    url: `${publicUrl}/account?tab=support`,
  };
  if (state !== 'written' || createdAt === undefined) return [openTicket];
  const writeBack: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: texts.writeBack,
    custom_id: buildCustomId(WRITE_BACK_BUTTON, id, toCreationToken(createdAt)),
  };
  return [writeBack, openTicket];
}

function createTicketStateView(
  { ticket }: TicketContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  const { id, subject, state, isOnAccountPage, text } = ticket;
  return {
    embed: {
      title: `Ticket #${id}`,
      description: [
        formatTicketLine(state, texts),
        `**${escapeMarkdown(subject, 150) || '–'}**`,
        ...(text === undefined ? [] : [formatStaffText(text)]),
        texts.ticketText[state],
        ...(isOnAccountPage ? [] : [texts.byLink]),
      ].join('\n'),
      color: state === 'closed' ? COLOUR.quiet : STATE_COLOUR.done,
    },
    buttons: isOnAccountPage ? createTicketButtons(ticket, texts, publicUrl) : [],
  };
}

/** A message that is about no step of an order or ticket, with a link to its page. */
function createBellView(content: BellContent, language: BotLanguage, publicUrl: string): EmbedWithButtons {
  const { title, lines, link, path } = describeBellContent(content, language);
  return {
    embed: {
      title: escapeMarkdown(title),
      description: lines.map((line) => escapeMarkdown(line)).join('\n'),
      color: STATE_COLOUR.done,
    },
    buttons: [{ type: ComponentType.Button, style: ButtonStyle.Link, label: link, url: publicUrl + path }],
  };
}

interface EmbedWithButtons {
  embed: APIEmbed;
  buttons: APIButtonComponent[];
}

function createDirectMessageEmbed(
  content: DirectMessageContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  switch (content.kind) {
    case 'paid':
      return createPaidView(content, texts, publicUrl);
    case 'order':
      return createOrderStatusView(content, texts);
    case 'ticket':
      return createTicketStateView(content, texts, publicUrl);
    default:
      return createBellView(content, texts.language, publicUrl);
  }
}

/**
 * Builds a direct message in the person's language; the number in its footer finds the message in the channel's
 * history.
 */
export function createDirectMessageView(
  { id, language, content, occurredAt }: DirectMessage,
  publicUrl: string,
): MessageBody {
  const texts = DIRECT_MESSAGE_TEXTS[language];
  const { embed, buttons } = createDirectMessageEmbed(content, texts, publicUrl);
  const footer = { text: `${texts.footer(id)} · ${texts.settings}` };
  return {
    content: '',
    embeds: [{ ...embed, timestamp: occurredAt, footer }],
    components: buttons.length > 0 ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
    allowed_mentions: { parse: [] },
  };
}
