import type { MailLanguage } from '@pax/contracts';
import { html } from '@pax/contracts/html';
import { mailFoot, mailLink, mailPage } from '../../../infra/mail/mail-page.js';
import type { Mail } from '../../../infra/mail/mailer.js';
import { TICKET_MAIL_TEXTS, type TicketMailTopic } from './ticket-mail-texts.js';

export interface TicketMailInput {
  readonly id: number;
  readonly topic: TicketMailTopic;
  readonly language: MailLanguage;
  readonly url: string;
  /** Whether the address holds the secret of the ticket. */
  readonly isSecret: boolean;
}

/** A mail about a ticket: text and simple HTML say the same. */
export function ticketMail({ id, topic, language, url, isSecret }: TicketMailInput): Omit<Mail, 'id' | 'to'> {
  const texts = TICKET_MAIL_TEXTS[language];
  const subject = texts[topic].subject(id);
  const text = texts[topic].text(id);
  const where = isSecret ? texts.link : texts.account;
  const body = html`<p>${text}</p>
    ${mailLink(url, url)}
    <p>${where}</p>
    ${mailFoot(texts.reason)}`;
  return {
    subject,
    text: [subject, text, url, where, texts.reason].join('\n\n'),
    html: mailPage(language, subject, body).text,
  };
}
