import { SnowflakeUtil } from 'discord.js';
import type { Batch, DirectMessage } from '@pax/contracts';
import { z } from 'zod';
import { PAGE_SIZE, type ChannelMessages, type FetchedMessage } from '../discord/channel-messages.js';
import type { ServerClock } from '../shop-client.js';
import { parseMark } from '../messages/lasting-view.js';

/** When the first attempt is older than this, ms, the history is searched before a message is sent again. */
export const SEARCH_AGE_MS = 120_000;
/** Time before the first attempt at which the search starts, ms, because the clocks may differ. */
const CLOCK_SLACK_MS = 10 * 60_000;
/** Largest age of a matching pinned message before the first attempt, ms: older ones carry the same mark. */
const LASTING_SLACK_MS = 5_000;
const markedComponent = z.object({
  content: z.string().optional(),
  components: z.array(z.unknown()).optional(),
});

/**
 * Searches a channel for an earlier message, since Discord forgets a nonce after some minutes. When the same posts are
 * claimed again, an interrupted search continues where it stopped.
 */
export class HistorySearch {
  private batchId: string | undefined;
  private cursor = '0';

  constructor(
    private readonly messages: Pick<ChannelMessages, 'listMessagesAfter'>,
    private readonly botUserId: string,
    /**
     * A post's number identifies one message, so its time is not compared; several pinned messages share one mark.
     */
    private readonly kind: 'numbered' | 'lasting',
  ) {}

  /**
   * Finds the message of an earlier attempt.
   * @param begunAt time of the first attempt, ms since 1970
   * @returns the message's id, or undefined without a match
   */
  async findMessage(
    batch: Pick<Batch, 'id' | 'nonce'>,
    payload: string,
    begunAt: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (this.batchId !== batch.id) {
      this.batchId = batch.id;
      this.cursor = getFirstIdAt(begunAt - CLOCK_SLACK_MS);
    }
    const expectedMarks = listPayloadMarks(payload);
    for (;;) {
      const page = await this.messages.listMessagesAfter(this.cursor, signal);
      const found = page.find((message) =>
        this.isEarlierMessage(message, batch.nonce, expectedMarks, begunAt),
      );
      if (found) return found.id;
      this.cursor = page.at(-1)?.id ?? this.cursor;
      if (page.length < PAGE_SIZE) return undefined;
    }
  }

  /** Compares the nonces, or the identifying texts when Discord no longer returns the nonce. */
  private isEarlierMessage(
    message: FetchedMessage,
    nonce: string,
    expectedMarks: string,
    begunAt: number,
  ): boolean {
    if (message.author.id !== this.botUserId) return false;
    if (message.nonce !== undefined && message.nonce !== null) return String(message.nonce) === nonce;
    if (expectedMarks === '' || listMessageMarks(message) !== expectedMarks) return false;
    return this.kind === 'numbered' || SnowflakeUtil.timestampFrom(message.id) >= begunAt - LASTING_SLACK_MS;
  }
}

/** Smallest message id of a time, given in ms since 1970, since Discord's ids contain their creation time. */
function getFirstIdAt(timestamp: number): string {
  return String(SnowflakeUtil.generate({ timestamp, increment: 0n, processId: 0n, workerId: 0n }));
}

type MarkedMessage = Partial<Pick<FetchedMessage, 'embeds' | 'components'>>;

function listPayloadMarks(payload: string): string {
  const frozen: MarkedMessage = JSON.parse(payload);
  return listMessageMarks(frozen);
}

/** Texts that identify a message: the footers of its embeds, or the mark among its components. */
function listMessageMarks({ embeds = [], components = [] }: MarkedMessage): string {
  const footers = embeds.map((embed) => embed.footer?.text ?? '');
  return [...footers, ...components.flatMap(listComponentMarks)].join('|');
}

function listComponentMarks(part: unknown): string[] {
  const { content, components = [] } = markedComponent.safeParse(part).data ?? {};
  return [...(content === undefined ? [] : parseMark(content)), ...components.flatMap(listComponentMarks)];
}

interface UnreportedSearch {
  readonly messages: ChannelMessages;
  readonly botUserId: string;
  readonly clock: ServerClock;
  /** The message as JSON text. */
  readonly payload: string;
  readonly signal: AbortSignal;
}

/** Finds the message of an attempt that was never reported; undefined where there was no attempt. */
export async function findUnreportedMessage(
  {
    id,
    nonce,
    firstAttemptAt,
    firstAttemptAgeMs,
  }: Pick<DirectMessage, 'id' | 'nonce' | 'firstAttemptAt' | 'firstAttemptAgeMs'>,
  { messages, botUserId, clock, payload, signal }: UnreportedSearch,
): Promise<string | undefined> {
  if (firstAttemptAt === null) return undefined;
  const begunAt = Math.min(Date.parse(firstAttemptAt), clock.now() - (firstAttemptAgeMs ?? 0));
  const search = new HistorySearch(messages, botUserId, 'numbered');
  return search.findMessage({ id: String(id), nonce }, payload, begunAt, signal);
}
