import {
  MessageFlags,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import { layout, textDisplay } from './layout.js';

/** The body of a lasting message: one embed with optional components, or components alone. */
export interface LastingBody {
  embeds?: APIEmbed[];
  components: APIMessageTopLevelComponent[];
  flags?: MessageFlags.IsComponentsV2;
  allowed_mentions: APIAllowedMentions;
}

/** The content of a lasting message, and its rendering. */
export interface LastingView {
  /** The content without time stamps; the message is edited only when this changes. */
  comparedContent: unknown;
  render: () => LastingBody;
}

/** Markdown prefix of a mark, which Discord shows as small text. */
const SMALL_TEXT = '-# ';

/** The last text of a message of components: its mark, which identifies it in the channel's history. */
export const markText = (mark: string) => textDisplay(`${SMALL_TEXT}${mark}`);

/** Reads the mark from a text of a message of components; empty for any other text. */
export const parseMark = (text: string): string[] =>
  text.startsWith(SMALL_TEXT) && !text.includes('\n') ? [text.slice(SMALL_TEXT.length)] : [];

/** A message of one embed with optional components. Its footer identifies it in the channel's history. */
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
 * A message of components alone, with a mark among them ({@link markText}).
 * @param draw renders the message for a time; without a time, the content that is compared
 */
export function lastingLayout(draw: (at?: Date) => APIMessageTopLevelComponent): LastingView {
  return {
    comparedContent: draw(),
    render: () => ({
      components: layout(draw(new Date())).components,
      flags: MessageFlags.IsComponentsV2,
      allowed_mentions: { parse: [] },
    }),
  };
}
