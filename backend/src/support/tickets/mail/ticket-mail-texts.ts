import type { MailLanguage } from '@pax/contracts';

/** The event that a mail about a ticket reports. */
export type TicketMailTopic = 'opened' | 'written' | 'answered' | 'closed';

interface TopicTexts {
  subject: (id: number) => string;
  text: (id: number) => string;
}

/** Texts of mails about tickets, which contain nothing that the sender typed. */
interface TicketMailTexts extends Record<TicketMailTopic, TopicTexts> {
  /** Sentence with the link to the ticket: by its secret link, or on the account page. */
  link: string;
  account: string;
  reason: string;
}

const en: TicketMailTexts = {
  opened: {
    subject: (id) => `Your ticket #${id}`,
    text: (id) => `Your ticket #${id} is with us. Our answer will stand on its page.`,
  },
  written: {
    subject: (id) => `Message on your ticket #${id}`,
    text: (id) => `We wrote to you on your ticket #${id}. Its page shows it, and there you can write back.`,
  },
  answered: {
    subject: (id) => `Answer to your ticket #${id}`,
    text: (id) => `We answered your ticket #${id}. Its page shows the answer, and there you can rate it.`,
  },
  closed: {
    subject: (id) => `Your ticket #${id} is closed`,
    text: (id) =>
      `We closed your ticket #${id} without an answer. If you still need help, please send a new ticket.`,
  },
  link: 'The ticket, for whoever has this link: keep it to yourself.',
  account: 'The ticket on your account page; please sign in there.',
  reason:
    'You get this mail because this address stands on the ticket. If you sent none, somebody mistyped: please ignore it.',
};

const de: TicketMailTexts = {
  opened: {
    subject: (id) => `Dein Ticket #${id}`,
    text: (id) => `Dein Ticket #${id} ist bei uns. Unsere Antwort steht dann auf seiner Seite.`,
  },
  written: {
    subject: (id) => `Nachricht zu deinem Ticket #${id}`,
    text: (id) =>
      `Wir haben dir zu deinem Ticket #${id} geschrieben. Seine Seite zeigt es, und dort kannst du antworten.`,
  },
  answered: {
    subject: (id) => `Antwort auf dein Ticket #${id}`,
    text: (id) =>
      `Wir haben dein Ticket #${id} beantwortet. Seine Seite zeigt die Antwort, und dort kannst du sie bewerten.`,
  },
  closed: {
    subject: (id) => `Dein Ticket #${id} ist geschlossen`,
    text: (id) =>
      `Wir haben dein Ticket #${id} ohne Antwort geschlossen. Brauchst du noch Hilfe, schick bitte ein neues.`,
  },
  link: 'Das Ticket, für alle, die diesen Link haben: behalte ihn für dich.',
  account: 'Das Ticket auf deiner Kontoseite; melde dich dort bitte an.',
  reason:
    'Du bekommst diese Mail, weil diese Adresse auf dem Ticket steht. Hast du keines geschickt, hat sich jemand vertippt: ignoriere sie bitte.',
};

export const TICKET_MAIL_TEXTS: Record<MailLanguage, TicketMailTexts> = { en, de };
