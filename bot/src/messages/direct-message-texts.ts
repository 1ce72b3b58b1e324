import type { BotLanguage, DirectMessageContent } from '@pax/contracts';
import { itemName } from './format.js';

type NotifiedTicketState = Extract<DirectMessageContent, { kind: 'ticket' }>['ticket']['state'];
type NotifiedOrderStatus = Extract<DirectMessageContent, { kind: 'order' }>['order']['status'];

/** Texts of direct messages, per language. */
export interface DirectMessageTexts {
  paid: string;
  paidNext: string;
  receipt: string;
  received: string;
  problem: string;
  gameName: string;
  /** Returns the name of an order's item in the reader's language. */
  item: (productName: string) => string;
  more: (count: number) => string;
  status: Record<NotifiedOrderStatus, { title: string; text: string }>;
  ticket: Record<NotifiedTicketState, string>;
  ticketText: Record<NotifiedTicketState, string>;
  /** Note that the ticket can be read only at its secret link. */
  byLink: string;
  openTicket: string;
  footer: (id: number) => string;
  settings: string;
}

const en: DirectMessageTexts = {
  paid: 'Payment received',
  paidNext: 'The staff deliver to you in the game. I tell you here when that begins.',
  receipt: 'Receipt',
  received: 'Received',
  problem: 'Problem',
  gameName: 'Game name',
  item: (productName) => itemName(productName, 'en'),
  more: (count) => `and ${count} more on the receipt`,
  status: {
    pending: { title: 'waiting', text: 'It waits for the staff.' },
    processing: { title: 'in progress', text: 'The staff took it: please be in the game.' },
    completed: {
      title: 'delivered',
      text: 'Did everything arrive? Press "Received". If not, press "Problem".',
    },
    archived: {
      title: 'delivered',
      text: 'Did everything arrive? Press "Received". If not, press "Problem".',
    },
    cancelled: {
      title: 'cancelled',
      text: 'It is not delivered. Your account page shows what goes back.',
    },
  },
  ticket: { answered: 'answered', closed: 'closed' },
  ticketText: {
    answered: 'Support answered you. You read the answer in the shop.',
    closed: 'Support closed it without an answer. If you still need help, send a new ticket.',
  },
  byLink: 'The link that you got when you sent it shows it.',
  openTicket: 'Open the ticket',
  footer: (id) => `Message ${id}`,
  settings: 'Turn these messages off: /notifications',
};

const de: DirectMessageTexts = {
  paid: 'Zahlung eingegangen',
  paidNext: 'Das Team liefert dir im Spiel. Sobald es losgeht, sage ich dir hier Bescheid.',
  receipt: 'Beleg',
  received: 'Erhalten',
  problem: 'Problem',
  gameName: 'Spielname',
  item: (productName) => itemName(productName, 'de'),
  more: (count) => `und ${count} weitere auf dem Beleg`,
  status: {
    pending: { title: 'wartet', text: 'Sie wartet auf das Team.' },
    processing: { title: 'in Bearbeitung', text: 'Das Team hat sie übernommen: bitte sei im Spiel.' },
    completed: {
      title: 'geliefert',
      text: 'Ist alles angekommen? Drück „Erhalten“. Wenn nicht, drück „Problem“.',
    },
    archived: {
      title: 'geliefert',
      text: 'Ist alles angekommen? Drück „Erhalten“. Wenn nicht, drück „Problem“.',
    },
    cancelled: {
      title: 'storniert',
      text: 'Sie wird nicht geliefert. Was zurückkommt, zeigt deine Kontoseite.',
    },
  },
  ticket: { answered: 'beantwortet', closed: 'geschlossen' },
  ticketText: {
    answered: 'Der Support hat dir geantwortet. Die Antwort liest du im Shop.',
    closed: 'Der Support hat es ohne Antwort geschlossen. Brauchst du noch Hilfe, schick ein neues Ticket.',
  },
  byLink: 'Du siehst es über den Link, den du beim Absenden bekommen hast.',
  openTicket: 'Ticket öffnen',
  footer: (id) => `Nachricht ${id}`,
  settings: 'Diese Nachrichten abschalten: /notifications',
};

export const DIRECT_MESSAGE_TEXTS: Record<BotLanguage, DirectMessageTexts> = { en, de };
