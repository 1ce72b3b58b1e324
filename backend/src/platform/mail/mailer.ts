import { Inject, Injectable } from '@nestjs/common';
import { getHostReach } from '@pax/contracts/settings';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { SETTINGS, type Settings } from '../../settings.js';
import { withTimeout } from '../queue/with-timeout.js';

/** Time limits of a connection, the server's greeting, any of its answers, and the whole sending, ms. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;
const SEND_MS = 60_000;
/**
 * Error codes of SMTP that concern only one mail, its recipient or its content. Other codes concern the connection.
 */
const MAIL_ERROR_CODES: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Id of the mail, the same at every attempt, so that mail programs show a mail that arrives twice only once. */
  id: string;
  /** The thing that mails are about, so that mail programs show them together; for example `ticket-7`. */
  thread?: string;
}

const codes = z.looseObject({ code: z.string().optional(), responseCode: z.number().optional() }).catch({});

/** The mail server refused a mail for good, so that another attempt would be refused as well. */
export class MailRefusedError extends Error {}

/**
 * Sends mail through the server in the setting SMTP_URL, one connection per mail. Sends nothing without that
 * setting.
 */
@Injectable()
export class Mailer {
  /** Time limits of sending a mail, which specs shorten. */
  limits = { connectMs: CONNECT_MS, answerMs: ANSWER_MS, sendMs: SEND_MS };

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  get isSetUp(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  /**
   * Sends a mail.
   * @throws MailRefusedError when the server refused it for good, else Error with a code and without personal data
   */
  async sendMail({ to, subject, text, html, id, thread }: Mail): Promise<void> {
    const { seller, smtpUrl, publicUrl } = this.settings;
    if (smtpUrl === undefined || seller.email === null) throw new Error('SMTP_URL is not set');
    const { connectMs, answerMs, sendMs } = this.limits;
    const transport = createTransport({
      url: smtpUrl,
      // Requires encryption to a public mail server; inside a private network plain text is allowed.
      requireTLS: getHostReach(smtpUrl) === 'public',
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // Passes addresses as objects, because a text would be parsed and could name several recipients.
      const from = { name: seller.name, address: seller.email };
      const { hostname } = new URL(publicUrl);
      const messageId = `<${id}@${hostname}>`;
      const references = thread === undefined ? undefined : `<${thread}@${hostname}>`;
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await withTimeout(
        sendMs,
        transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          references,
          headers,
        }),
      );
    } catch (error) {
      throw toMailError(error);
    } finally {
      transport.close();
    }
  }
}

/** Keeps only the codes of an error, because the mail server's text may name the recipient. */
function toMailError(error: unknown): Error {
  const { code, responseCode } = codes.parse(error);
  const text = [code ?? 'no answer', responseCode].filter(Boolean).join(' ');
  const isFinal = responseCode !== undefined && responseCode >= 500 && MAIL_ERROR_CODES.includes(code);
  return isFinal ? new MailRefusedError(text) : new Error(text);
}
