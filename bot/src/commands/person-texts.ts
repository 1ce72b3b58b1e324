import type { Language } from './command.js';

/** Texts about a person's own choices and account, per language. */
export interface PersonTexts {
  languageChosen: string;
  languageOfDiscord: string;
  messagesOn: string;
  messagesOff: string;
  /** For a person without a linked account, who gets no messages either way. */
  linkFirst: string;
  linked: (account: string) => string;
  howToLink: (signIn: string, account: string) => string;
}

const en: PersonTexts = {
  languageChosen: 'From now on I speak English with you.',
  languageOfDiscord: 'From now on I speak the language of your Discord with you.',
  messagesOn: 'I write to you when something happens to your orders.',
  messagesOff: 'I do not write to you about your orders any more.',
  linkFirst: 'For that your Discord has to be linked to an account of the shop: /link says how.',
  linked: (account) => `Your Discord is linked to the account **${account}**.`,
  howToLink: (signIn, account) =>
    `Your Discord is linked to no account of the shop yet.\n• Without an account: sign in with Discord at ${signIn}\n• With an account: sign in with your password and link Discord at ${account}`,
};

const de: PersonTexts = {
  languageChosen: 'Ab jetzt spreche ich Deutsch mit dir.',
  languageOfDiscord: 'Ab jetzt spreche ich mit dir die Sprache deines Discord.',
  messagesOn: 'Ich schreibe dir, wenn sich bei deinen Bestellungen etwas tut.',
  messagesOff: 'Ich schreibe dir nicht mehr über deine Bestellungen.',
  linkFirst: 'Dafür muss dein Discord mit einem Konto im Shop verknüpft sein: /link sagt, wie.',
  linked: (account) => `Dein Discord ist mit dem Konto **${account}** verknüpft.`,
  howToLink: (signIn, account) =>
    `Dein Discord ist noch mit keinem Konto im Shop verknüpft.\n• Ohne Konto: melde dich mit Discord an: ${signIn}\n• Mit Konto: melde dich mit deinem Passwort an und verknüpfe Discord: ${account}`,
};

export const PERSON_TEXTS: Record<Language, PersonTexts> = { en, de };
