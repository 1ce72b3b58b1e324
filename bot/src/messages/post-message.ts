import type { Channel, Post } from '@pax/contracts';
import type { APIAllowedMentions, APIEmbed } from 'discord.js';
import { createOrderControls, type ControlRow } from './order-controls.js';
import { createPostView } from './post-view.js';
import { createTicketButtons } from './ticket-controls.js';

export const MAX_EMBEDS = 10;
export const MAX_CHARACTERS = 6_000;
/** Characters kept free in each embed, so that the message still fits when an edit makes it longer. */
export const EDIT_RESERVE = 130;

/** Body of a message, as Discord's API expects it. */
export interface MessageBody {
  content: string;
  embeds: APIEmbed[];
  components: ControlRow[];
  allowed_mentions: APIAllowedMentions;
}

/** Takes as many posts as fit into one message, starting with the first; at least one. */
export function packPostsIntoMessage(posts: readonly Post[]): Post[] {
  const packed: Post[] = [];
  let size = 0;
  for (const post of posts.slice(0, MAX_EMBEDS)) {
    size += countEmbedCharacters(createPostView(post)) + EDIT_RESERVE;
    if (packed.length > 0 && size > MAX_CHARACTERS) break;
    packed.push(post);
  }
  return packed;
}

function createControls(channel: Channel, posts: readonly Post[]): ControlRow[] {
  if (channel === 'orders') return createOrderControls(posts);
  return channel === 'tickets' ? createTicketButtons(posts) : [];
}

const isOrderPost = (post: Post): boolean => post.content.kind === 'order';

/**
 * Builds a new message from posts of one channel.
 * @param ping role that posts of new orders mention; nothing else in the message notifies anyone
 */
export function buildNewMessage(channel: Channel, posts: readonly Post[], ping?: string): MessageBody {
  const pings = ping !== undefined && channel === 'orders' && posts.some(isOrderPost);
  return {
    content: pings ? `<@&${ping}>` : '',
    embeds: posts.map((post) => createPostView(post, posts.length === 1)),
    components: createControls(channel, posts),
    allowed_mentions: pings ? { parse: [], roles: [ping] } : { parse: [] },
  };
}

/** Builds the edit that shows the newest state; allowed_mentions is set again, since an edit must not ping anyone. */
export function buildEditedMessage(channel: Channel, posts: readonly Post[]): Omit<MessageBody, 'content'> {
  const { embeds, components } = buildNewMessage(channel, posts);
  return { embeds, components, allowed_mentions: { parse: [] } };
}

/** Counts an embed's characters, since a message may have at most 6,000 in all embeds. */
export function countEmbedCharacters(embed: APIEmbed): number {
  const fields = (embed.fields ?? []).reduce((sum, field) => sum + field.name.length + field.value.length, 0);
  const single = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  return single.reduce((sum, text) => sum + (text?.length ?? 0), fields);
}
