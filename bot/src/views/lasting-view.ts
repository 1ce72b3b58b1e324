import type { APIAllowedMentions, APIEmbed, APIMessageTopLevelComponent } from 'discord.js';

/** The body of a lasting message. */
export interface LastingBody {
  embeds: APIEmbed[];
  components: APIMessageTopLevelComponent[];
  allowed_mentions: APIAllowedMentions;
}

/** What a lasting message says, and how it is sent. */
export interface LastingView {
  /** What it says; while that stays the same, it is not edited. */
  said: unknown;
  render: () => LastingBody;
}

/** A message of one embed, perhaps with components. Its footer tells it from others in the channel's history. */
export function lastingView(
  embed: APIEmbed & { footer: { text: string } },
  components: APIMessageTopLevelComponent[] = [],
  hasTime = false,
): LastingView {
  return {
    said: { embed, components },
    render: () => ({
      embeds: [hasTime ? { ...embed, timestamp: new Date().toISOString() } : embed],
      components,
      allowed_mentions: { parse: [] },
    }),
  };
}
