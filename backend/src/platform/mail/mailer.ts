import { Inject, Injectable } from '@nestjs/common';
import { hostReach } from '@pax/contracts/settings';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { SETTINGS, type Settings } from '../../settings.js';
import { withTimeout } from '../queue/with-timeout.js';

/** Longest wait for a connection, a greeting and any answer, ms; a send as a whole ends after the last. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;
const SEND_MS = 60_000;
/** Steps of SMTP whose refusal is of this mail: its recipient, or its content. Others are of the connection. */
const MAIL_ERROR_CODES: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Names the mail, the same at every try: where one arrives twice, programs show it once. */
  id: string;
}

const codes = z.looseObject({ code: z.string().optional(), responseCode: z.number().optional() }).catch({});

/** The server refused a mail for good: another try would be refused as well. */
export class MailRefusedError extends Error {}

/** Sends mail by SMTP_URL, one connection each. Nothing is sent where it is not set. */
@Injectable()
export class Mailer {
  /** Limits of a send, which specs shorten. */
  limits = { connectMs: CONNECT_MS, answerMs: ANSWER_MS, sendMs: SEND_MS };

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  get isSetUp(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  /** @throws MailRefusedError when the server refused it for good, Error with a code and nothing personal otherwise */
  async send({ to, subject, text, html, id }: Mail): Promise<void> {
    const { seller, smtpUrl, publicUrl } = this.settings;
    if (smtpUrl === undefined || seller.email === null) throw new Error('SMTP_URL is not set');
    const { connectMs, answerMs, sendMs } = this.limits;
    const transport = createTransport({
      url: smtpUrl,
      // In the clear only inside a network of one's own.
      requireTLS: hostReach(smtpUrl) === 'public',
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // Addresses as objects: a text would be parsed, and could name several.
      const from = { name: seller.name, address: seller.email };
      const messageId = `<${id}@${new URL(publicUrl).hostname}>`;
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await withTimeout(
        sendMs,
        transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId, headers }),
      );
    } catch (error) {
      throw toMailError(error);
    } finally {
      transport.close();
    }
  }
}

/** Keeps only the codes of a failure, because the server's text may name the recipient. */
function toMailError(error: unknown): Error {
  const { code, responseCode } = codes.parse(error);
  const text = [code ?? 'no answer', responseCode].filter(Boolean).join(' ');
  const isFinal = responseCode !== undefined && responseCode >= 500 && MAIL_ERROR_CODES.includes(code);
  return isFinal ? new MailRefusedError(text) : new Error(text);
}
