import type { z } from 'zod';
import { DiscordUnavailableError } from './discord-errors.js';

/** Parses an answer of Discord by the schema that the shop reads. @throws DiscordUnavailableError for another form */
export function parseAnswer<T extends z.ZodType>(answer: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DiscordUnavailableError('Discord sent an answer of another form');
  return parsed.data;
}
