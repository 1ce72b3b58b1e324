import type { z } from 'zod';
import { DiscordUnavailableError } from './discord-errors.js';

/** What Discord answered, in the form the shop reads. @throws DiscordUnavailableError where it has another one */
export function parseAnswer<T extends z.ZodType>(answer: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DiscordUnavailableError('Discord sent an answer of another form');
  return parsed.data;
}
