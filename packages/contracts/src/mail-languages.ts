import { z } from 'zod';

/** The languages mails and receipts are written in; the shop's mixture reads English. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export const mailLanguage = z.enum(MAIL_LANGUAGES);
export type MailLanguage = z.infer<typeof mailLanguage>;
