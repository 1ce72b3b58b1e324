import { Inject, Injectable } from '@nestjs/common';
import type { DirectMessageContent, NoticeContent } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../settings.js';
import { dropReplaced } from '../../support/notices/notice-rows.js';
import type { NoticeWriter } from '../../support/notices/notice-writes.js';
import { queueDirectMessages } from './direct-message-rows.js';

/** The direct message about a notice. */
function toDirectMessage(content: NoticeContent): DirectMessageContent {
  if (content.kind === 'paid' || content.kind === 'ticket') return content;
  const { kind: _, ...order } = content;
  return { kind: 'order', ...order };
}

/** The direct messages that notices cause; none without a bot in the settings. */
@Injectable()
export class DirectMessageProjections {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  readonly queue: NoticeWriter = async (tx, notices) => {
    if (this.settings.discord.token === undefined) return;
    await queueDirectMessages(
      tx,
      dropReplaced(notices).map(({ content, ...notice }) => ({
        ...notice,
        kind: content?.kind ?? null,
        content: content && toDirectMessage(content),
      })),
    );
  };
}
