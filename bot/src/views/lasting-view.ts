import {
  MessageFlags,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import { layout, textDisplay } from './layout.js';

/** The body of a lasting message: one embed, perhaps with components, or components alone. */
export interface LastingBody {
  embeds?: APIEmbed[];
  components: APIMessageTopLevelComponent[];
  flags?: MessageFlags.IsComponentsV2;
  allowed_mentions: APIAllowedMentions;
}

/** What a lasting message says, and how it is sent. */
export interface LastingView {
  /** What it says; while that stays the same, it is not edited. */
  said: unknown;
  render: () => LastingBody;
}

/** Before what tells a message of components from others in the channel's history; Discord draws it small. */
const SMALL = '-# ';

/** The mark of a message of components, as its last text. */
export const markText = (mark: string) => textDisplay(`${SMALL}${mark}`);

/** The mark in a text of a message of components; nothing in any other text. */
export const markIn = (text: string): string[] =>
  text.startsWith(SMALL) && !text.includes('\n') ? [text.slice(SMALL.length)] : [];

/** A message of one embed, perhaps with components. Its footer tells it from others in the channel's history. */
export function lastingView(
  embed: APIEmbed & { footer: { text: string } },
  components: APIMessageTopLevelComponent[] = [],
): LastingView {
  return {
    said: { embed, components },
    render: () => ({ embeds: [embed], components, allowed_mentions: { parse: [] } }),
  };
}

/**
 * A message of components alone, with a mark among them ({@link markText}).
 * @param draw the message at a time; without one, what it says whatever the time is
 */
export function lastingLayout(draw: (at?: Date) => APIMessageTopLevelComponent): LastingView {
  return {
    said: draw(),
    render: () => ({
      components: layout(draw(new Date())).components ?? [],
      flags: MessageFlags.IsComponentsV2,
      allowed_mentions: { parse: [] },
    }),
  };
}
