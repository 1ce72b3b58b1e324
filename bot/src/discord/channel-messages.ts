import {
  Routes,
  type REST,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import { z } from 'zod';

export const PAGE_SIZE = 100;

/** The fields of a message that the bot reads. */
const message = z.object({
  id: z.string(),
  author: z.object({ id: z.string() }),
  nonce: z.union([z.string(), z.number()]).nullish(),
  embeds: z.array(z.object({ footer: z.object({ text: z.string() }).nullish() })).default([]),
  components: z.array(z.unknown()).default([]),
});
export type FetchedMessage = z.output<typeof message>;

/** Creates a new abort signal for each call, since discord.js never removes its listener from a signal. */
export const createCallSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal]);

/**
 * Reads and writes the messages of one Discord channel. No call is retried, since each caller handles failures
 * differently.
 */
export class ChannelMessages {
  constructor(
    private readonly rest: REST,
    readonly channelId: string,
  ) {}

  /** Returns the messages of the channel that a stored record names; of the current channel when it names none. */
  selectChannel({ channelId }: { channelId?: string | null }): ChannelMessages {
    if (channelId === undefined || channelId === null || channelId === this.channelId) return this;
    return new ChannelMessages(this.rest, channelId);
  }

  /**
   * Sends a message.
   * @returns the message's id; for a nonce that Discord already knows, the id of the earlier message
   */
  async sendMessage(body: RESTPostAPIChannelMessageJSONBody, signal: AbortSignal): Promise<string> {
    const sent = await this.rest.post(Routes.channelMessages(this.channelId), {
      body,
      signal: createCallSignal(signal),
    });
    return message.parse(sent).id;
  }

  async editMessage(
    messageId: string,
    body: RESTPatchAPIChannelMessageJSONBody,
    signal: AbortSignal,
  ): Promise<void> {
    await this.rest.patch(Routes.channelMessage(this.channelId, messageId), {
      body,
      signal: createCallSignal(signal),
    });
  }

  /** Reads one message. @throws DiscordAPIError, 10008 when it was deleted */
  async readMessage(messageId: string, signal: AbortSignal): Promise<FetchedMessage> {
    return message.parse(
      await this.rest.get(Routes.channelMessage(this.channelId, messageId), {
        signal: createCallSignal(signal),
      }),
    );
  }

  /** Pins a message; does nothing when the message is already pinned. */
  async pinMessage(messageId: string, signal: AbortSignal): Promise<void> {
    await this.rest.put(Routes.channelMessagesPin(this.channelId, messageId), {
      signal: createCallSignal(signal),
    });
  }

  /** Reads up to 100 messages that are newer than the given message id, oldest first. */
  async listMessagesAfter(messageId: string, signal: AbortSignal): Promise<FetchedMessage[]> {
    const query = new URLSearchParams({ after: messageId, limit: String(PAGE_SIZE) });
    const page = await this.rest.get(Routes.channelMessages(this.channelId), {
      query,
      signal: createCallSignal(signal),
    });
    return z
      .array(message)
      .parse(page)
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  }
}
