import { JOIN_REWARD_COINS } from '@pax/contracts';
import { ButtonStyle, ComponentType } from 'discord.js';
import { coins } from './format.js';
import { customId } from './custom-id.js';
import { COLOUR } from './colours.js';
import { lastingView, type LastingView } from './lasting-view.js';

export const CLAIM_BUTTON = 'claim-reward';

/** The pinned welcome in both languages, with the button that claims the join reward. */
export function welcomeView(publicUrl: string, hasReward: boolean): LastingView {
  const amount = `${coins(JOIN_REWARD_COINS, 'de')} Coins`;
  const reward = {
    de: `Einmal gibt es ${amount} fürs Beitreten: Melde dich im Shop mit diesem Discord-Konto an, dann drück den Knopf.`,
    en: `Joining brings ${amount}, once: sign in to the shop with this Discord account, then press the button.`,
  };
  const claim = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    custom_id: customId(CLAIM_BUTTON),
    label: 'Coins abholen · Claim coins',
  } as const;
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
    [{ type: ComponentType.ActionRow, components: hasReward ? [claim, shop] : [shop] }],
  );
}
