import type { Language } from '../core/command.js';

/** Texts of the commands of staff, per language. */
export interface StaffTexts {
  queue: (count: string) => string;
  empty: string;
  more: (count: number) => string;
  replyTitle: (id: number) => string;
  reply: string;
  replied: (id: number) => string;
  noteTitle: (id: number) => string;
  note: string;
  noted: (id: number) => string;
  noTicket: string;
  ticketEnded: string;
}

const en: StaffTexts = {
  queue: (count) => `Open orders: ${count}`,
  empty: 'Nothing waits.',
  more: (count) => `and ${count} more in the panel`,
  replyTitle: (id) => `Answer ticket #${id}`,
  reply: 'What the sender reads',
  replied: (id) => `Ticket #${id} is answered and resolved.`,
  noteTitle: (id) => `Note on ticket #${id}`,
  note: 'What only staff read',
  noted: (id) => `The note is at ticket #${id}.`,
  noTicket: 'There is no such ticket.',
  ticketEnded: 'This ticket is ended and takes nothing more.',
};

const de: StaffTexts = {
  queue: (count) => `Offene Bestellungen: ${count}`,
  empty: 'Nichts wartet.',
  more: (count) => `und ${count} weitere im Panel`,
  replyTitle: (id) => `Ticket #${id} beantworten`,
  reply: 'Was der Absender liest',
  replied: (id) => `Ticket #${id} ist beantwortet und gelöst.`,
  noteTitle: (id) => `Notiz zu Ticket #${id}`,
  note: 'Was nur das Team liest',
  noted: (id) => `Die Notiz steht bei Ticket #${id}.`,
  noTicket: 'Ein solches Ticket gibt es nicht.',
  ticketEnded: 'Dieses Ticket ist beendet und nimmt nichts mehr an.',
};

export const STAFF_TEXTS: Record<Language, StaffTexts> = { en, de };
