import { z } from 'zod';

/** Languages the bot speaks to people. */
export const BOT_LANGUAGES = ['en', 'de'] as const;
export const botLanguage = z.enum(BOT_LANGUAGES);
export type BotLanguage = z.infer<typeof botLanguage>;
