import { z } from 'zod';

/** Languages in which the bot writes to people. */
export const BOT_LANGUAGES = ['en', 'de'] as const;
export const botLanguage = z.enum(BOT_LANGUAGES);
export type BotLanguage = z.infer<typeof botLanguage>;

/** Languages of mails and receipts; people who use the shop's mixed language get English. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export const mailLanguage = z.enum(MAIL_LANGUAGES);
export type MailLanguage = z.infer<typeof mailLanguage>;
