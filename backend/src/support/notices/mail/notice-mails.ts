import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { NOTICE_KINDS, noticeContent, noticeDefinition } from '@pax/contracts';
import { html } from '@pax/contracts/html';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { renderMailFooter, renderMailLink, renderMailPage } from '../../../platform/mail/mail-page.js';
import { queueTopicMails, type MailKind } from '../../../platform/mail/mail-queue.js';
import { Mailer, type Mail } from '../../../platform/mail/mailer.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { readReceiptAddresses } from '../../../shop/receipts/mail/receipt-address.js';
import { dropReplaced, noticeMailOf } from '../notice-rows.js';
import { isSwitchedOffSql } from '../notice-switches.js';
import type { NoticeWriter } from '../notice-writes.js';
import { createNoticeMailWords } from './notice-mail-texts.js';

/** Kinds of notices that are mailed to the receipt address; mails about tickets go to the address in the ticket. */
const MAILED_KINDS = NOTICE_KINDS.filter(
  (kind) => kind !== 'ticket' && noticeDefinition(kind).ways.includes('mail'),
);
const IS_SWITCHED_OFF = isSwitchedOffSql('n.user_id', { way: 'mail', kind: 'n.kind' });
const queuedRow = z.object({ id: z.number(), eventId: z.string() });
const noticeRow = z.object({ userId: z.number(), content: noticeContent });

/** Mails notices to the receipt address, as far as their reader did not switch them off. */
@Injectable()
export class NoticeMails implements MailKind {
  readonly kind = 'notice';

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Queues the mails of notices that are stored already. */
  readonly queue: NoticeWriter = async (tx, notices) => {
    if (!this.mailer.isSetUp || notices.length === 0) return;
    const latest = new Map(dropReplaced(notices).map((one) => [one.eventId, one]));
    const addresses = await readReceiptAddresses(
      tx,
      notices.map(({ userId }) => userId),
    );
    const rows = await sql(tx).rows(
      queuedRow,
      `SELECT n.id, n.event_id AS "eventId" FROM notices n
        WHERE n.event_id = ANY($1::uuid[]) AND n.user_id = ANY($2::int[]) AND n.kind = ANY($3)
          AND NOT ${IS_SWITCHED_OFF} ORDER BY n.id`,
      [[...latest.keys()], addresses.map(({ userId }) => userId), MAILED_KINDS],
    );
    await queueTopicMails(tx, this.kind, {
      mails: rows.flatMap(({ id, eventId }) => {
        const { topic, content } = latest.get(eventId) ?? {};
        if (topic === undefined || !content) return [];
        return [
          { about: noticeMailOf(id), topic, isReplaceable: noticeDefinition(content.kind).isReplaceable },
        ];
      }),
      topics: notices.map(({ topic }) => topic),
    });
  };

  /**
   * Composes a mail about a notice.
   * @returns undefined if the buyer removed the address or switched the kind off since
   */
  async compose(about: string): Promise<Omit<Mail, 'id'> | undefined> {
    const notice = await sql(this.database).first(
      noticeRow,
      `SELECT n.user_id AS "userId", n.content FROM notices n WHERE n.id = substr($1, 2)::int AND NOT ${IS_SWITCHED_OFF}`,
      [about],
    );
    if (!notice || notice.content.kind === 'paid' || notice.content.kind === 'ticket') return undefined;
    const [address] = await readReceiptAddresses(this.database, [notice.userId]);
    if (!address) return undefined;
    const { email: to, language } = address;
    const { subject, lines, path, link, reason } = createNoticeMailWords(notice.content, language);
    const url = `${this.settings.publicUrl}${path}`;
    const body = html`${lines.map((line) => html`<p>${line}</p>`)} ${renderMailLink(url, url)}
      <p>${link}</p>
      ${renderMailFooter(reason)}`;
    return {
      to,
      subject,
      text: [subject, ...lines, url, link, reason].join('\n\n'),
      html: renderMailPage(language, subject, body).text,
    };
  }

  inAlert(about: string): ReturnType<MailKind['inAlert']> {
    return {
      name: `The mail about notice ${about}`,
      instead: 'The buyer finds it in the bell and in the account.',
    };
  }
}
