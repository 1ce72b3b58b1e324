import type { Post, PostContent } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { alertView, testView } from './alert-view.js';
import { orderView } from './order-view.js';
import { ticketView } from './ticket-view.js';
import { coinsView, stockView } from './stock-view.js';

function contentView(type: Post['type'], content: PostContent): APIEmbed {
  if (content.kind === 'order') return orderView(type, content.order);
  if (content.kind === 'stock') return stockView(content);
  if (content.kind === 'coins') return coinsView(content);
  if (content.kind === 'ticket') return ticketView(type, content.ticket);
  if (content.kind === 'alert') return alertView(content);
  return testView(content.message);
}

/** One post as an embed. It has no url: Discord shows only the first of equal ones. */
export function postView(post: Post): APIEmbed {
  const embed = contentView(post.type, post.content);
  return { ...embed, timestamp: post.occurredAt, footer: { text: `Post ${post.id}` } };
}
