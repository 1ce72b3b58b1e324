import type { ThreadTask } from '@pax/contracts';
import { clip, unmarked, withoutAddresses } from '../core/text.js';

/** Characters of a thread's name that Discord takes. */
const MAX_LENGTH = 100;

/** The name of a ticket's thread: its number, then its subject without addresses and what can't be seen (OWN-760). */
export function threadName({ ticketId, subject }: Pick<ThreadTask, 'ticketId' | 'subject'>): string {
  const clean = unmarked(withoutAddresses(subject, '(E-Mail)'), MAX_LENGTH).replace(/\s+/g, ' ');
  return clip(clean === '' ? `Ticket #${ticketId}` : `#${ticketId} · ${clean}`, MAX_LENGTH);
}
