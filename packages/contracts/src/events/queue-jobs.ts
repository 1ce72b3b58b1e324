import { z } from 'zod';
import { CHANNELS, type Channel } from './discord-channels.js';

/**
 * Name of the queue for a channel's posts. Each channel has its own queue, so that a blocked channel does not block
 * others.
 */
export const getPostQueueName = (channel: Channel): string => `posts-${channel}`;
export const POST_QUEUES = CHANNELS.map(getPostQueueName);

/** A job that wakes the bot for posts or edits in a channel; contains no data. */
export const postQueueJob = z.object({ v: z.literal(1), channel: z.enum(CHANNELS) });
export type PostQueueJob = z.infer<typeof postQueueJob>;

/** Prefix of all keys of queues in Redis, so that several shops can share one Redis. */
export const QUEUE_PREFIX = 'pax';

/** Name of the queue that carries numbered messages from the relay to the servers of sockets. */
export const STREAM_QUEUE = 'realtime';
/** New message numbers of rooms; the messages themselves are read from PostgreSQL. */
export const streamJob = z.object({
  v: z.literal(1),
  ranges: z.array(z.object({ room: z.string(), from: z.number().int(), to: z.number().int() })),
});
export type StreamJob = z.infer<typeof streamJob>;
