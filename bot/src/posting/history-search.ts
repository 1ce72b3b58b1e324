import { SnowflakeUtil } from 'discord.js';
import type { Batch } from '@pax/contracts';
import { z } from 'zod';
import { PAGE_SIZE, type ChannelMessages, type ReadMessage } from '../discord/channel-messages.js';
import { markIn } from '../messages/lasting-view.js';

/** Time before the first attempt at which the search starts, ms, to allow for differing clocks. */
const CLOCK_SLACK_MS = 10 * 60_000;
/** The same for a lasting message, ms: short, since an earlier message carries the same mark. */
const LASTING_SLACK_MS = 5_000;
const marked = z.object({ content: z.string().optional(), components: z.array(z.unknown()).optional() });

/**
 * Searches a channel for the message of an old batch, since Discord forgets a nonce after some minutes. An
 * interrupted search continues from its cursor when the batch is claimed again.
 */
export class HistorySearch {
  private batchId: string | undefined;
  private cursor = '0';

  constructor(
    private readonly messages: Pick<ChannelMessages, 'after'>,
    private readonly botUserId: string,
    /** A post's number marks one message only, so that its time does not matter; a lasting mark is shared by several. */
    private readonly kind: 'numbered' | 'lasting',
  ) {}

  /** @param begunAt time of the first attempt, ms since 1970 @returns the message's id, or undefined without a match */
  async find(
    batch: Pick<Batch, 'id' | 'nonce'>,
    payload: string,
    begunAt: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (this.batchId !== batch.id) {
      this.batchId = batch.id;
      this.cursor = firstIdAt(begunAt - CLOCK_SLACK_MS);
    }
    const expectedMarks = marksOf(payload);
    for (;;) {
      const page = await this.messages.after(this.cursor, signal);
      const found = page.find((message) => this.isOf(message, batch.nonce, expectedMarks, begunAt));
      if (found) return found.id;
      this.cursor = page.at(-1)?.id ?? this.cursor;
      if (page.length < PAGE_SIZE) return undefined;
    }
  }

  /** Compares the nonce or, when Discord no longer returns it, the marks. */
  private isOf(message: ReadMessage, nonce: string, expectedMarks: string, begunAt: number): boolean {
    if (message.author.id !== this.botUserId) return false;
    if (message.nonce !== undefined && message.nonce !== null) return String(message.nonce) === nonce;
    if (expectedMarks === '' || marks(message) !== expectedMarks) return false;
    return this.kind === 'numbered' || SnowflakeUtil.timestampFrom(message.id) >= begunAt - LASTING_SLACK_MS;
  }
}

/** The smallest id of an instant, given in ms since 1970. */
function firstIdAt(timestamp: number): string {
  return String(SnowflakeUtil.generate({ timestamp, increment: 0n, processId: 0n, workerId: 0n }));
}

type Marked = Partial<Pick<ReadMessage, 'embeds' | 'components'>>;

function marksOf(payload: string): string {
  const frozen: Marked = JSON.parse(payload);
  return marks(frozen);
}

/** The text that identifies a message: the footers of its embeds, or the mark among its components. */
function marks({ embeds = [], components = [] }: Marked): string {
  const footers = embeds.map((embed) => embed.footer?.text ?? '');
  return [...footers, ...components.flatMap(marksIn)].join('|');
}

function marksIn(part: unknown): string[] {
  const { content, components = [] } = marked.safeParse(part).data ?? {};
  return [...(content === undefined ? [] : markIn(content)), ...components.flatMap(marksIn)];
}
