import type { ThreadTask } from '@pax/contracts';
import { clip, withoutAddresses } from '../core/text.js';

/** Characters of a thread's name that Discord takes. */
const MAX_LENGTH = 100;
/** Control characters, invisible ones, and all kinds of space. */
const UNSEEN = /[\p{C}\s]+/gu;

/** The name of a ticket's thread: its number, then its subject without addresses and what can't be seen (OWN-760). */
export function threadName({ ticketId, subject }: Pick<ThreadTask, 'ticketId' | 'subject'>): string {
  const clean = withoutAddresses(subject, '(E-Mail)').replace(UNSEEN, ' ').trim();
  return clip(clean === '' ? `Ticket #${ticketId}` : `#${ticketId} · ${clean}`, MAX_LENGTH);
}
