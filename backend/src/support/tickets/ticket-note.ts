import type { TicketNote } from '@pax/contracts';
import { z } from 'zod';

export const noteRow = z.object({
  id: z.number(),
  author: z.string(),
  text: z.string(),
  created_at: z.date(),
});

export const toNote = ({ created_at, ...note }: z.infer<typeof noteRow>): TicketNote => ({
  ...note,
  createdAt: created_at.toISOString(),
});
