import { JOIN_REWARD_COINS } from '@pax/contracts';
import { ButtonStyle, ComponentType, type RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { formatExactCoins } from './format.js';
import { buildCustomId } from './custom-id.js';
import { COLOUR } from './state-marks.js';
import { lastingView, type LastingView } from './lasting-view.js';

export const CLAIM_BUTTON = 'claim-reward';

const claimButton = {
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  custom_id: buildCustomId(CLAIM_BUTTON),
  label: 'Coins abholen · Claim coins',
} as const;

/** The pinned welcome message in both languages, with the button that claims the join reward. */
export function createWelcomeView(publicUrl: string, hasReward: boolean): LastingView {
  const amount = `${formatExactCoins(JOIN_REWARD_COINS, 'de')} Coins`;
  const reward = {
    de: `Einmal gibt es ${amount} fürs Beitreten: Melde dich im Shop mit diesem Discord-Konto an, dann drück den Knopf.`,
    en: `Joining brings ${amount}, once: sign in to the shop with this Discord account, then press the button.`,
  };
  const shop = {
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    url: publicUrl,
    label: 'Shop',
  } as const;
  return lastingView(
    {
      title: 'Willkommen · Welcome',
      description: [
        'Schön, dass du da bist. `/help` zeigt, was der Bot kann.',
        ...(hasReward ? [reward.de] : []),
        '',
        'Good to have you here. `/help` shows what the bot can do.',
        ...(hasReward ? [reward.en] : []),
      ].join('\n'),
      color: COLOUR.lantern,
      footer: { text: 'Willkommensnachricht' },
    },
    [{ type: ComponentType.ActionRow, components: hasReward ? [claimButton, shop] : [shop] }],
  );
}

/** Message that welcomes newcomers by name without notifying them; details are in the pinned welcome message. */
export function createNewcomersView(
  discordIds: readonly string[],
  hasReward: boolean,
): Pick<RESTPostAPIChannelMessageJSONBody, 'embeds' | 'components' | 'allowed_mentions'> {
  const names = discordIds.map((id) => `<@${id}>`).join(' ');
  return {
    embeds: [
      {
        title: 'Willkommen · Welcome',
        description: `${names}\nDie angeheftete Nachricht sagt, wie es losgeht.\nThe pinned message says how to begin.`,
        color: COLOUR.lantern,
      },
    ],
    components: hasReward ? [{ type: ComponentType.ActionRow, components: [claimButton] }] : [],
    allowed_mentions: { parse: [] },
  };
}
