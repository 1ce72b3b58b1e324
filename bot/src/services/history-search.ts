import { SnowflakeUtil } from 'discord.js';
import type { Batch } from '@pax/contracts';
import { z } from 'zod';
import { PAGE_SIZE, type ChannelMessages, type ReadMessage } from '../core/channel-messages.js';
import { markIn } from '../views/lasting-view.js';

/** How far before the first attempt the search starts, for clocks that differ. */
const CLOCK_SLACK_MS = 10 * 60_000;
/** How far before it a lasting message can be, whose mark an earlier one has too. */
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
    /** A number is of one message alone, whatever time Discord's clock gave it; a lasting mark is of several. */
    private readonly kind: 'numbered' | 'lasting',
  ) {}

  /** `begunAt`: the first attempt, ms since 1970. @returns the id of the batch's message, or undefined when the channel holds none */
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

  /** Matches by nonce or, where Discord no longer returns it, by its marks. */
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

/** Footers of embeds, or the mark of a message of components: the same words mean the same message. */
function marks({ embeds = [], components = [] }: Marked): string {
  const footers = embeds.map((embed) => embed.footer?.text ?? '');
  return [...footers, ...components.flatMap(marksIn)].join('|');
}

function marksIn(part: unknown): string[] {
  const { content, components = [] } = marked.safeParse(part).data ?? {};
  return [...(content === undefined ? [] : markIn(content)), ...components.flatMap(marksIn)];
}
