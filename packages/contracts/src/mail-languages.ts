import { z } from 'zod';

/** Languages of mails and receipts; readers of the shop's mixed language get English. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export const mailLanguage = z.enum(MAIL_LANGUAGES);
export type MailLanguage = z.infer<typeof mailLanguage>;
