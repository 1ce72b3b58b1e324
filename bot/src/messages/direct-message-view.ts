import type { DirectMessageContent, DirectMessage } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponent, type APIEmbed } from 'discord.js';
import { customId, toCreationToken } from './custom-id.js';
import { codeSpan, escapeMarkdown } from './text.js';
import { COLOUR, ORDER_STATE, STATE_COLOUR, stateLine } from './state.js';
import { DIRECT_MESSAGE_TEXTS, type DirectMessageTexts } from './direct-message-texts.js';
import type { MessageBody } from './message.js';

type PaidContent = Extract<DirectMessageContent, { kind: 'paid' }>;
type OrderContent = Extract<DirectMessageContent, { kind: 'order' }>;
type TicketContent = Extract<DirectMessageContent, { kind: 'ticket' }>;

const MAX_LISTED = 10;
const orderLine = ({ id, productName, quantity }: OrderContent['order'], texts: DirectMessageTexts): string =>
  `**#${id}** ${escapeMarkdown(texts.item(productName))} × ${quantity}`;

/** The buyer's buttons below an order; none when the order's creation time is unknown, since custom ids contain it. */
function orderButtons(
  { id, status, createdAt }: OrderContent['order'],
  texts: DirectMessageTexts,
): APIButtonComponent[] {
  if (createdAt === undefined) return [];
  const button = (
    name: 'received' | 'problem',
    style: ButtonStyle.Success | ButtonStyle.Secondary,
  ): APIButtonComponent => ({
    type: ComponentType.Button,
    style,
    label: texts[name],
    custom_id: customId(name, id, toCreationToken(createdAt)),
  });
  const isDelivered = status === 'completed' || status === 'archived';
  const problem = button('problem', ButtonStyle.Secondary);
  return isDelivered ? [button('received', ButtonStyle.Success), problem] : [problem];
}

function paidView(
  { checkout, orders }: PaidContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  const lines = orders.slice(0, MAX_LISTED).map((one) => orderLine(one, texts));
  if (orders.length > MAX_LISTED) lines.push(texts.more(orders.length - MAX_LISTED));
  const url = `${publicUrl}/receipt?checkout=${encodeURIComponent(checkout)}`;
  const [first] = orders;
  return {
    embed: {
      title: texts.paid,
      description: [...lines, '', texts.paidNext].join('\n'),
      color: STATE_COLOUR.done,
    },
    buttons: [
      { type: ComponentType.Button, style: ButtonStyle.Link, label: texts.receipt, url },
      ...(first ? orderButtons({ ...first, status: 'pending' }, texts) : []),
    ],
  };
}

function orderStatusView({ order: told }: OrderContent, texts: DirectMessageTexts): EmbedWithButtons {
  const { title, text } = texts.status[told.status];
  const state = ORDER_STATE[told.status];
  return {
    embed: {
      title: `#${told.id} · ${escapeMarkdown(texts.item(told.productName))} × ${told.quantity}`,
      description: [stateLine(state, title), text].join('\n'),
      color: STATE_COLOUR[state],
      fields: [{ name: texts.gameName, value: codeSpan(told.minecraftName), inline: true }],
    },
    buttons: orderButtons(told, texts),
  };
}

const ticketLine = (state: TicketContent['ticket']['state'], texts: DirectMessageTexts): string =>
  stateLine(state === 'answered' ? 'done' : 'stopped', texts.ticket[state]);

function ticketStateView(
  { ticket: ended }: TicketContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  const { id, subject, state, isOnAccountPage } = ended;
  return {
    embed: {
      title: `Ticket #${id}`,
      description: [
        ticketLine(state, texts),
        `**${escapeMarkdown(subject, 150) || '–'}**`,
        texts.ticketText[state],
        ...(isOnAccountPage ? [] : [texts.byLink]),
      ].join('\n'),
      color: state === 'answered' ? STATE_COLOUR.done : COLOUR.quiet,
    },
    buttons: isOnAccountPage
      ? [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Link,
            label: texts.openTicket,
            url: `${publicUrl}/account?tab=support`,
          },
        ]
      : [],
  };
}

interface EmbedWithButtons {
  embed: APIEmbed;
  buttons: APIButtonComponent[];
}

function contentView(
  content: DirectMessageContent,
  texts: DirectMessageTexts,
  publicUrl: string,
): EmbedWithButtons {
  if (content.kind === 'paid') return paidView(content, texts, publicUrl);
  return content.kind === 'order'
    ? orderStatusView(content, texts)
    : ticketStateView(content, texts, publicUrl);
}

/**
 * Builds a direct message in the person's language; the number in its footer finds the message in the channel's
 * history.
 */
export function directMessageView(
  { id, language, content, occurredAt }: DirectMessage,
  publicUrl: string,
): MessageBody {
  const texts = DIRECT_MESSAGE_TEXTS[language];
  const { embed, buttons } = contentView(content, texts, publicUrl);
  const footer = { text: `${texts.footer(id)} · ${texts.settings}` };
  return {
    content: '',
    embeds: [{ ...embed, timestamp: occurredAt, footer }],
    components: buttons.length > 0 ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
    allowed_mentions: { parse: [] },
  };
}
