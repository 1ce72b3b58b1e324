import {
  MessageFlags,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import { buildLayout, textDisplay } from './layout.js';

/** Body of a pinned message of the bot: one embed with optional components, or components only. */
export interface LastingBody {
  embeds?: APIEmbed[];
  components: APIMessageTopLevelComponent[];
  flags?: MessageFlags.IsComponentsV2;
  allowed_mentions: APIAllowedMentions;
}

/** Content of a pinned message of the bot, and the function that renders the content. */
export interface LastingView {
  /** The message without its time stamps; the message is edited only when this content changes. */
  comparedContent: unknown;
  render: () => LastingBody;
}

/** Markdown prefix of the text that identifies a message; Discord shows it in small letters. */
const SMALL_TEXT = '-# ';

/** Last text of a message of components, by which the bot finds the message in the channel's history. */
export const createMarkText = (mark: string) => textDisplay(`${SMALL_TEXT}${mark}`);

/** Reads the mark that identifies a message from one of its texts; empty for any other text. */
export const parseMark = (text: string): string[] =>
  text.startsWith(SMALL_TEXT) && !text.includes('\n') ? [text.slice(SMALL_TEXT.length)] : [];

/**
 * A pinned message of one embed with optional components; its footer identifies the message in the channel's
 * history.
 */
export function lastingView(
  embed: APIEmbed & { footer: { text: string } },
  components: APIMessageTopLevelComponent[] = [],
): LastingView {
  return {
    comparedContent: { embed, components },
    render: () => ({ embeds: [embed], components, allowed_mentions: { parse: [] } }),
  };
}

/**
 * A pinned message of components only, identified by a mark among its texts ({@link createMarkText}).
 * @param draw renders the message for a time, or without one the content that is compared
 */
export function lastingLayout(draw: (at?: Date) => APIMessageTopLevelComponent): LastingView {
  return {
    comparedContent: draw(),
    render: () => ({
      components: buildLayout(draw(new Date())).components,
      flags: MessageFlags.IsComponentsV2,
      allowed_mentions: { parse: [] },
    }),
  };
}
