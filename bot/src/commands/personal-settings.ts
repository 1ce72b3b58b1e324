import type { Language, Localised, SlashCommand } from './command.js';
import { customerCalls, botLanguage } from '@pax/contracts';
import type { ShopClient } from '../shop-client.js';
import { escapeMarkdown } from '../messages/sanitize-text.js';
import { TEXTS } from './texts.js';
import type { LanguageCache } from './language-cache.js';

/** Texts about a person's settings and account, per language. */
export interface PersonalSettingsTexts {
  languageChosen: string;
  languageOfDiscord: string;
  messagesOn: string;
  messagesOff: string;
  /** Shown to a person without a linked account, who therefore gets no direct messages. */
  linkFirst: string;
  linked: (account: string) => string;
  howToLink: (signIn: string, account: string) => string;
}

const en: PersonalSettingsTexts = {
  languageChosen: 'From now on I speak English with you.',
  languageOfDiscord: 'From now on I speak the language of your Discord with you.',
  messagesOn: 'I write to you when something happens to your orders.',
  messagesOff: 'I do not write to you about your orders any more.',
  linkFirst: 'For that your Discord has to be linked to an account of the shop: /link says how.',
  linked: (account) => `Your Discord is linked to the account **${account}**.`,
  howToLink: (signIn, account) =>
    `Your Discord is linked to no account of the shop yet.\n• Without an account: sign in with Discord at ${signIn}\n• With an account: sign in with your password and link Discord at ${account}`,
};

const de: PersonalSettingsTexts = {
  languageChosen: 'Ab jetzt spreche ich Deutsch mit dir.',
  languageOfDiscord: 'Ab jetzt spreche ich mit dir die Sprache deines Discord.',
  messagesOn: 'Ich schreibe dir, wenn sich bei deinen Bestellungen etwas tut.',
  messagesOff: 'Ich schreibe dir nicht mehr über deine Bestellungen.',
  linkFirst: 'Dafür muss dein Discord mit einem Konto im Shop verknüpft sein: /link sagt, wie.',
  linked: (account) => `Dein Discord ist mit dem Konto **${account}** verknüpft.`,
  howToLink: (signIn, account) =>
    `Dein Discord ist noch mit keinem Konto im Shop verknüpft.\n• Ohne Konto: melde dich mit Discord an: ${signIn}\n• Mit Konto: melde dich mit deinem Passwort an und verknüpfe Discord: ${account}`,
};

export const PERSONAL_SETTINGS_TEXTS: Record<Language, PersonalSettingsTexts> = { en, de };

interface LinkDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** `/link`: shows the account that the caller's Discord is linked to, or how to link it. */
export function linkCommand({ shop, publicUrl }: LinkDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'link',
    description: { en: 'Link your Discord to the shop', de: 'Dein Discord mit dem Shop verknüpfen' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = PERSONAL_SETTINGS_TEXTS[language];
      const { account } = await shop.call(customerCalls.botPerson, { query: { discordId: userId } });
      if (!account) return { content: texts.howToLink(`${publicUrl}/login`, `${publicUrl}/account#discord`) };
      const lines = [texts.linked(escapeMarkdown(account.username))];
      if (account.isBlocked) lines.push(TEXTS[language].blocked);
      return { content: lines.join('\n') };
    },
  };
}

/** Option that removes the language choice, so that the language of the person's Discord client applies again. */
const DISCORD_LANGUAGE = 'discord';
const LANGUAGE_CHOICES: Record<string, Localised> = {
  en: { en: 'English', de: 'English' },
  de: { en: 'Deutsch', de: 'Deutsch' },
  [DISCORD_LANGUAGE]: { en: 'As in Discord', de: 'Wie in Discord' },
};

interface LanguageDeps {
  shop: Pick<ShopClient, 'call'>;
  languages: Pick<LanguageCache, 'cacheLanguage'>;
}

/** `/language`: sets the language of the bot's answers and direct messages. */
export function languageCommand({ shop, languages }: LanguageDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'language',
    description: { en: 'The language I speak with you', de: 'Die Sprache, in der ich mit dir spreche' },
    options: [
      {
        name: 'language',
        type: 'text',
        required: true,
        description: { en: 'Which language', de: 'Welche Sprache' },
        choices: Object.entries(LANGUAGE_CHOICES).map(([value, name]) => ({ name, value })),
      },
    ],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ userId, language, options }) {
      const typed = options['language'];
      const chosen = typed === DISCORD_LANGUAGE ? null : botLanguage.parse(typed);
      const body = { discordId: userId, language: chosen };
      await shop.call(customerCalls.changeBotPerson, { body });
      languages.cacheLanguage(userId, chosen);
      if (chosen === null) return { content: PERSONAL_SETTINGS_TEXTS[language].languageOfDiscord };
      return { content: PERSONAL_SETTINGS_TEXTS[chosen].languageChosen };
    },
  };
}

/** `/notifications on|off`: switches direct messages about the caller's orders on or off. */
export function notificationsCommand(shop: Pick<ShopClient, 'call'>): SlashCommand {
  return {
    kind: 'slash',
    name: 'notifications',
    description: {
      en: 'Messages about your orders, on or off',
      de: 'Nachrichten zu Bestellungen, an oder aus',
    },
    options: [
      {
        name: 'messages',
        type: 'text',
        required: true,
        description: { en: 'On or off', de: 'An oder aus' },
        choices: [
          { name: { en: 'On', de: 'An' }, value: 'on' },
          { name: { en: 'Off', de: 'Aus' }, value: 'off' },
        ],
      },
    ],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ userId, language, options }) {
      const texts = PERSONAL_SETTINGS_TEXTS[language];
      const isOn = options['messages'] === 'on';
      const body = { discordId: userId, directMessages: isOn };
      const { account } = await shop.call(customerCalls.changeBotPerson, { body });
      const lines = [isOn ? texts.messagesOn : texts.messagesOff];
      if (isOn && !account) lines.push(texts.linkFirst);
      return { content: lines.join('\n') };
    },
  };
}
