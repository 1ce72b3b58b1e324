import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isOpenTicket, getTicketAddress, type MailLanguage } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { html } from '@pax/contracts/html';
import { sql } from '../../../platform/database/sql.js';
import { queueMails, type MailKind } from '../../../platform/mail/mail-queue.js';
import { Mailer, type Mail } from '../../../platform/mail/mailer.js';
import type { EventWrite } from '../../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { Ticket } from '../ticket.entity.js';
import { createTicketLink } from '../lock-ticket.js';
import { renderMailFooter, renderMailLink, renderMailPage } from '../../../platform/mail/mail-page.js';
import { type TicketMailTopic, TICKET_MAIL_TEXTS } from './ticket-mail-texts.js';

const LINK_MAIL = 'ticket-link';
const ENDED_MAIL = 'ticket-ended';
/** Limit of mails with a secret link to one address in a day, so that nobody can flood a mailbox by the form. */
const MAX_LINKS_PER_DAY = 5;
const idRow = z.object({ id: z.string() });

const inAlert = (id: string): ReturnType<MailKind['inAlert']> => ({
  name: `The mail about ticket ${id}`,
  instead: 'Its page shows the ticket as before.',
});

/**
 * Mails about tickets: the secret link for senders without an account page, and the news that a ticket was answered
 * or closed.
 */
@Injectable()
export class TicketMails {
  readonly kinds: readonly MailKind[] = [
    { kind: LINK_MAIL, compose: (id) => this.compose(id, 'opened'), inAlert },
    { kind: ENDED_MAIL, compose: (id) => this.compose(id, 'ended'), inAlert },
  ];
  readonly writes: readonly EventWrite[] = [
    {
      types: ['ticket.opened'],
      write: async (tx, events) => {
        if (!this.mailer.isSetUp) return;
        const linked = await sql(tx).rows(
          idRow,
          `SELECT t.id::text FROM tickets t WHERE t.id = ANY($1::int[]) AND t.token_hash IS NOT NULL AND t.email <> ''
              AND (SELECT count(*) FROM tickets o WHERE lower(o.email) = lower(t.email) AND o.id < t.id
                      AND o.created_at > t.created_at - interval '1 day') < $2`,
          [events.map(({ aggregateId }) => Number(aggregateId)), MAX_LINKS_PER_DAY],
        );
        await queueMails(
          tx,
          LINK_MAIL,
          linked.map(({ id }) => id),
        );
      },
    },
    {
      types: ['ticket.answered', 'ticket.closed'],
      write: async (tx, events) => {
        if (!this.mailer.isSetUp) return;
        const ended = await sql(tx).rows(
          idRow,
          `SELECT id::text FROM tickets WHERE id = ANY($1::int[]) AND email <> ''`,
          [events.map(({ aggregateId }) => Number(aggregateId))],
        );
        await queueMails(
          tx,
          ENDED_MAIL,
          ended.map(({ id }) => id),
        );
      },
    },
  ];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Composes a mail about a ticket.
   * @returns undefined without an address, and for the first link if the ticket has ended, because the mail about
   * the answer contains a link too
   */
  private async compose(about: string, moment: 'opened' | 'ended'): Promise<Omit<Mail, 'id'> | undefined> {
    const ticket = await this.database.manager.findOneBy(Ticket, { id: Number(about) });
    if (!ticket || ticket.email === '' || (moment === 'opened') !== isOpenTicket(ticket.status))
      return undefined;
    const { id, email: to, language } = ticket;
    const isSecret = ticket.tokenHash !== null;
    const url = `${this.settings.publicUrl}${isSecret ? getTicketAddress(await createTicketLink(this.database, id)) : '/account?tab=support'}`;
    return { to, ...ticketMail({ id, topic: mailTopicFor(ticket), language, url, isSecret }) };
  }
}

function mailTopicFor({ status, response }: Ticket): TicketMailTopic {
  if (isOpenTicket(status)) return 'opened';
  return response === null ? 'closed' : 'answered';
}

interface TicketMailInput {
  readonly id: number;
  readonly topic: TicketMailTopic;
  readonly language: MailLanguage;
  readonly url: string;
  /** True when the address contains the secret of the ticket. */
  readonly isSecret: boolean;
}

/** Builds a mail about a ticket, whose text and HTML have the same content. */
function ticketMail({ id, topic, language, url, isSecret }: TicketMailInput): Omit<Mail, 'id' | 'to'> {
  const texts = TICKET_MAIL_TEXTS[language];
  const subject = texts[topic].subject(id);
  const text = texts[topic].text(id);
  const where = isSecret ? texts.link : texts.account;
  const body = html`<p>${text}</p>
    ${renderMailLink(url, url)}
    <p>${where}</p>
    ${renderMailFooter(texts.reason)}`;
  return {
    subject,
    text: [subject, text, url, where, texts.reason].join('\n\n'),
    html: renderMailPage(language, subject, body).text,
  };
}
