import type { Post, PostContent } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { alertView, testView } from './alert-view.js';
import { orderView } from './order-view.js';
import { describe, STATE_COLOUR, type Shown } from './state.js';
import { ticketView } from './ticket-view.js';
import { coinsView, stockView } from './stock-view.js';

function contentView(type: Post['type'], content: PostContent): Shown {
  if (content.kind === 'order') return orderView(type, content.order);
  if (content.kind === 'stock') return stockView(content);
  if (content.kind === 'coins') return coinsView(content);
  if (content.kind === 'ticket') return ticketView(type, content.ticket);
  if (content.kind === 'alert') return alertView(content);
  return testView(content.message);
}

const artOf = ({ content }: Post): string | undefined => ('image' in content ? content.image : undefined);

/**
 * One post as an embed, of one design. It has no url: Discord shows only the first of equal ones. The number
 * in the footer never changes, so that the history of a channel tells whether it was sent.
 */
export function postView(post: Post): APIEmbed {
  const shown = contentView(post.type, post.content);
  const { title, state, color = STATE_COLOUR[state], fields = [], reference } = shown;
  const art = artOf(post);
  return {
    title,
    description: describe(shown, post.occurredAt),
    color,
    ...(fields.length > 0 ? { fields } : {}),
    ...(art === undefined ? {} : { thumbnail: { url: art } }),
    timestamp: post.occurredAt,
    footer: { text: [...(reference === undefined ? [] : [reference]), `Post ${post.id}`].join(' · ') },
  };
}
