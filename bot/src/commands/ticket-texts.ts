import type { TicketPriority } from '@pax/contracts';
import type { Language } from './command.js';

/** Texts of tickets in Discord, per language. */
export interface TicketTexts {
  title: string;
  priority: string;
  priorities: Record<TicketPriority, string>;
  subject: string;
  message: string;
  pictures: string;
  picturesHint: string;
  problemTitle: (orderId: number) => string;
  problem: string;
  problemSubject: (orderId: number) => string;
  sent: (id: number, account: string) => string;
  /** For a person without an account: the secret link. */
  sentWithLink: (id: number, link: string) => string;
}

const en: TicketTexts = {
  title: 'Ask the staff',
  priority: 'How urgent is it?',
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  subject: 'Subject',
  message: 'Message',
  pictures: 'Pictures (optional)',
  picturesHint: 'Up to three, PNG, JPEG or WebP, 5 MB each',
  problemTitle: (id) => `Problem with order #${id}`,
  problem: 'What is wrong?',
  problemSubject: (id) => `Problem with order #${id}`,
  sent: (id, account) =>
    `Ticket #${id} is with the staff. You read the answer on your account page: ${account}`,
  sentWithLink: (id, link) =>
    `Ticket #${id} is with the staff. The answer will be here; keep this link, it is shown only once: ${link}`,
};

const de: TicketTexts = {
  title: 'Frag das Team',
  priority: 'Wie dringend ist es?',
  priorities: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch', urgent: 'Dringend' },
  subject: 'Betreff',
  message: 'Nachricht',
  pictures: 'Bilder (freiwillig)',
  picturesHint: 'Bis zu drei, PNG, JPEG oder WebP, je 5 MB',
  problemTitle: (id) => `Problem mit Bestellung #${id}`,
  problem: 'Was stimmt nicht?',
  problemSubject: (id) => `Problem mit Bestellung #${id}`,
  sent: (id, account) =>
    `Ticket #${id} liegt beim Team. Die Antwort liest du auf deiner Kontoseite: ${account}`,
  sentWithLink: (id, link) =>
    `Ticket #${id} liegt beim Team. Die Antwort steht dann hier; bewahr den Link auf, er wird nur einmal gezeigt: ${link}`,
};

export const TICKET_TEXTS: Record<Language, TicketTexts> = { en, de };
