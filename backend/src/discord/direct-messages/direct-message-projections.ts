import { Inject, Injectable } from '@nestjs/common';
import { noticeDefinition, type DirectMessageContent, type NoticeContent } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../settings.js';
import { dropReplaced, type NewNotice } from '../../support/notices/notice-rows.js';
import type { NoticeWriter } from '../../support/notices/notice-writes.js';
import { readStaffTexts } from '../../support/tickets/tickets-for-discord.js';
import { queueDirectMessages } from './direct-message-rows.js';

type StaffTexts = Awaited<ReturnType<typeof readStaffTexts>>;
const NO_TEXTS: StaffTexts = { messages: new Map(), answers: new Map() };

/** The direct message about a notice; one about a ticket carries what staff wrote. */
function toDirectMessage(content: NoticeContent, texts: StaffTexts): DirectMessageContent {
  if (content.kind === 'paid') return content;
  if (content.kind === 'ticket') {
    const { id, state, messageId } = content.ticket;
    const text =
      messageId !== undefined
        ? texts.messages.get(messageId)
        : state === 'answered'
          ? texts.answers.get(id)
          : undefined;
    return { kind: 'ticket', ticket: { ...content.ticket, ...(text !== undefined && { text }) } };
  }
  if (!('order' in content)) return content;
  const { kind: about, ...order } = content;
  return { kind: 'order', about, ...order };
}

const isDirect = ({ content }: NewNotice): boolean =>
  content === null || noticeDefinition(content.kind).ways.includes('direct');

/** The direct messages that notices cause; none without a bot in the settings. */
@Injectable()
export class DirectMessageProjections {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  readonly queue: NoticeWriter = async (tx, notices) => {
    if (this.settings.discord.token === undefined) return;
    const tickets = notices.flatMap(({ content }) => (content?.kind === 'ticket' ? [content.ticket] : []));
    const texts =
      tickets.length === 0
        ? NO_TEXTS
        : await readStaffTexts(tx, {
            messages: tickets.flatMap(({ messageId }) => messageId ?? []),
            answers: tickets.flatMap(({ id, state }) => (state === 'answered' ? [id] : [])),
          });
    await queueDirectMessages(
      tx,
      dropReplaced(notices.filter(isDirect)).map(({ content, ...notice }) => ({
        ...notice,
        kind: content?.kind ?? null,
        content: content && toDirectMessage(content, texts),
      })),
    );
  };
}
