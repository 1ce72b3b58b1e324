import { ButtonStyle, ComponentType, type RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { customId } from './custom-id.js';
import { COLOUR } from './colours.js';
import { CLAIM_BUTTON } from './welcome-view.js';

/** Welcomes newcomers by name, without a ping; the pinned welcome has the details. */
export function newcomersView(
  discordIds: readonly string[],
  hasReward: boolean,
): Pick<RESTPostAPIChannelMessageJSONBody, 'embeds' | 'components' | 'allowed_mentions'> {
  const names = discordIds.map((id) => `<@${id}>`).join(' ');
  const claim = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    custom_id: customId(CLAIM_BUTTON),
    label: 'Coins abholen · Claim coins',
  } as const;
  return {
    embeds: [
      {
        title: 'Willkommen · Welcome',
        description: `${names}\nDie angeheftete Nachricht sagt, wie es losgeht.\nThe pinned message says how to begin.`,
        color: COLOUR.lantern,
      },
    ],
    components: hasReward ? [{ type: ComponentType.ActionRow, components: [claim] }] : [],
    allowed_mentions: { parse: [] },
  };
}
