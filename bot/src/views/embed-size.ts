import type { APIEmbed } from 'discord.js';

/** What Discord counts of an embed towards the 6,000 characters of a message. */
export function embedSize(embed: APIEmbed): number {
  const fields = (embed.fields ?? []).reduce((sum, field) => sum + field.name.length + field.value.length, 0);
  const single = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  return single.reduce((sum, text) => sum + (text?.length ?? 0), fields);
}
