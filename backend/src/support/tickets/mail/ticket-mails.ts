import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { TICKET_MESSAGES_PER_HOUR, isOpenTicket, getTicketAddress, type MailLanguage } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { html } from '@pax/contracts/html';
import { sql } from '../../../platform/database/sql.js';
import {
  findLastMailTime,
  queueMails,
  queueTopicMails,
  type MailKind,
} from '../../../platform/mail/mail-queue.js';
import { Mailer, type Mail } from '../../../platform/mail/mailer.js';
import type { Tx } from '../../../platform/database/transaction.js';
import type { EventWrite, OutboxEvent } from '../../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { isSwitchedOffSql } from '../../notices/notice-switches.js';
import { Ticket } from '../ticket.entity.js';
import { createTicketLink } from '../lock-ticket.js';
import { renderMailFooter, renderMailLink, renderMailPage } from '../../../platform/mail/mail-page.js';
import { type TicketMailTopic, TICKET_MAIL_TEXTS } from './ticket-mail-texts.js';

const LINK_MAIL = 'ticket-link';
const ENDED_MAIL = 'ticket-ended';
const WRITTEN_MAIL = 'ticket-written';
/** Time between two mails about messages on one ticket, ms, so that a burst of messages makes two mails. */
const WRITTEN_EVERY_MS = 600_000;
/** Limit of mails with a secret link to one address in a day, so that nobody can flood a mailbox by the form. */
const MAX_LINKS_PER_DAY = 5;
const idRow = z.object({ id: z.string() });
const writtenRow = z.object({ ticketId: z.number(), messageId: z.number(), newest: z.array(z.string()) });
const ticketRow = z.object({ ticketId: z.number() });

const inAlert = (id: string): ReturnType<MailKind['inAlert']> => ({
  name: `The mail about ticket ${id}`,
  instead: 'Its page shows the ticket as before.',
});

/**
 * Mails about tickets: the secret link for senders without an account page, and the news that staff wrote a message,
 * or that a ticket was answered or closed.
 */
@Injectable()
export class TicketMails {
  readonly kinds: readonly MailKind[] = [
    { kind: LINK_MAIL, compose: (id) => this.compose(id, 'opened'), inAlert },
    { kind: ENDED_MAIL, compose: (id) => this.compose(id, 'ended'), inAlert },
    {
      kind: WRITTEN_MAIL,
      compose: (about) => this.composeWritten(messageIdOf(about)),
      inAlert: (about) => inAlert(`of message ${messageIdOf(about)}`),
    },
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
    { types: ['ticket.messaged'], write: (tx, events) => this.queueWritten(tx, events) },
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

  /** Queues one mail for the newest messages of staff on each ticket, which replaces an untried earlier one. */
  private async queueWritten(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
    if (!this.mailer.isSetUp) return;
    const written = await sql(tx).rows(
      writtenRow,
      `SELECT m.ticket_id AS "ticketId", max(m.id) AS "messageId",
              ARRAY(SELECT 'm' || o.id FROM ticket_messages o WHERE o.ticket_id = m.ticket_id AND o.side = 'staff'
                     ORDER BY o.id DESC LIMIT $2) AS newest
         FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
        WHERE m.id = ANY($1::int[]) AND m.side = 'staff' AND t.email <> ''
        GROUP BY m.ticket_id ORDER BY max(m.id)`,
      [events.map(({ data }) => data['messageId']), TICKET_MESSAGES_PER_HOUR],
    );
    for (const { ticketId, messageId, newest } of written) {
      const last = await findLastMailTime(tx, WRITTEN_MAIL, newest);
      const topic = `ticket:${ticketId}`;
      const dueAt = last && new Date(last.getTime() + WRITTEN_EVERY_MS);
      await queueTopicMails(tx, WRITTEN_MAIL, {
        mails: [{ about: messageMailOf(messageId), topic, isReplaceable: true, dueAt }],
        topics: [topic],
      });
    }
  }

  /**
   * Composes the mail about a message of staff.
   * @returns undefined if the sender has read it or written since, and once the ticket ended, which is mailed itself
   */
  private async composeWritten(messageId: number): Promise<Omit<Mail, 'id'> | undefined> {
    const unread = await sql(this.database).first(
      ticketRow,
      `SELECT m.ticket_id AS "ticketId" FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
        WHERE m.id = $1
          AND NOT EXISTS (SELECT FROM ticket_messages o
                           WHERE o.ticket_id = m.ticket_id AND o.side = 'sender' AND o.id > m.id)
          AND NOT EXISTS (SELECT FROM notices n
                           WHERE n.user_id = t.user_id AND n.read_at IS NOT NULL
                             AND n.kind = 'ticket' AND n.content #>> '{ticket,messageId}' = m.id::text)`,
      [messageId],
    );
    return unread && this.compose(String(unread.ticketId), 'written');
  }

  /**
   * Composes a mail about a ticket.
   * @returns undefined without an address, where its account switched mails about tickets off, and for what came
   * before the end if the ticket has ended, because the mail about the end contains a link too
   */
  private async compose(
    about: string,
    moment: 'opened' | 'written' | 'ended',
  ): Promise<Omit<Mail, 'id'> | undefined> {
    const ticket = await this.database.manager.findOneBy(Ticket, { id: Number(about) });
    if (!ticket || ticket.email === '' || (moment !== 'ended') !== isOpenTicket(ticket.status))
      return undefined;
    if (moment !== 'opened' && (await this.isSwitchedOff(ticket))) return undefined;
    const { id, email: to, language } = ticket;
    const isSecret = ticket.tokenHash !== null;
    const url = `${this.settings.publicUrl}${isSecret ? getTicketAddress(await createTicketLink(this.database, id)) : '/account?tab=support'}`;
    const topic = moment === 'ended' ? endTopicOf(ticket) : moment;
    return { to, thread: `ticket-${id}`, ...ticketMail({ id, topic, language, url, isSecret }) };
  }

  private isSwitchedOff({ userId }: Ticket): Promise<boolean> {
    return sql(this.database).exists(
      `SELECT 1 WHERE ${isSwitchedOffSql('$1::int', { way: 'mail', kind: `'ticket'` })}`,
      [userId],
    );
  }
}

/** Subject of the mail about a message of staff; no checkout, ticket or notice has this form. */
export const messageMailOf = (messageId: number): string => `m${messageId}`;
const messageIdOf = (about: string): number => Number(about.slice(1));

function endTopicOf({ response }: Ticket): TicketMailTopic {
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
function ticketMail({
  id,
  topic,
  language,
  url,
  isSecret,
}: TicketMailInput): Pick<Mail, 'subject' | 'text' | 'html'> {
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
