import { minutesOrHours, type BotLanguage, type DirectMessageContent } from '@pax/contracts';
import { itemName } from './format.js';

type NotifiedTicketState = Extract<DirectMessageContent, { kind: 'ticket' }>['ticket']['state'];
type NotifiedOrderStatus = Extract<DirectMessageContent, { kind: 'order' }>['order']['status'];

/** Texts of direct messages, per language. */
export interface DirectMessageTexts {
  language: BotLanguage;
  paid: string;
  /** Next step, with the minutes within which orders are usually delivered, where these are known. */
  paidNext: (usualMinutes: number | undefined) => string;
  receipt: string;
  received: string;
  problem: string;
  gameName: string;
  /** Returns the name of an order's item in the reader's language. */
  item: (productName: string) => string;
  more: (count: number) => string;
  status: Record<NotifiedOrderStatus, { title: string; text: string }>;
  refunded: string;
  cashBack: (amount: string) => string;
  creditBack: (amount: string) => string;
  backByDispute: (amount: string) => string;
  /** Where a sum stands that the message does not know. */
  seeAccount: string;
  ticket: Record<NotifiedTicketState, string>;
  ticketText: Record<NotifiedTicketState, string>;
  /** Label of the button by which the reader writes back in a ticket. */
  writeBack: string;
  /** Note that the ticket can be read only at its secret link. */
  byLink: string;
  openTicket: string;
  footer: (id: number) => string;
  settings: string;
}

const formatMinutes = (minutes: number, names: Record<'minutes' | 'hours', string>): string => {
  const { unit, count } = minutesOrHours(minutes);
  return `${count} ${names[unit]}`;
};

const en: DirectMessageTexts = {
  language: 'en',
  paid: 'Payment received',
  paidNext: (usual) => {
    const within =
      usual === undefined
        ? ''
        : `, usually within ${formatMinutes(usual, { minutes: 'minutes', hours: 'hours' })}`;
    return `The staff deliver to you in the game${within}. I tell you here when that begins.`;
  },
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
      text: 'It is not delivered.',
    },
  },
  refunded: 'refunded',
  cashBack: (amount) => `${amount} goes back the way you paid.`,
  creditBack: (amount) => `${amount} is on your account again.`,
  backByDispute: (amount) => `${amount} went back to you by your dispute.`,
  seeAccount: 'Your account page shows what goes back.',
  ticket: { answered: 'answered', closed: 'closed', written: 'support wrote to you' },
  ticketText: {
    answered: 'Support answered you. You read the answer in the shop.',
    written: 'Press "Answer" to write back.',
    closed: 'Support closed it without an answer. If you still need help, send a new ticket.',
  },
  writeBack: 'Answer',
  byLink: 'The link that you got when you sent it shows it.',
  openTicket: 'Open the ticket',
  footer: (id) => `Message ${id}`,
  settings: 'Turn these messages off: /notifications',
};

const de: DirectMessageTexts = {
  language: 'de',
  paid: 'Zahlung eingegangen',
  paidNext: (usual) => {
    const within =
      usual === undefined
        ? ''
        : `, meist innerhalb von ${formatMinutes(usual, { minutes: 'Minuten', hours: 'Stunden' })}`;
    return `Das Team liefert dir im Spiel${within}. Sobald es losgeht, sage ich dir hier Bescheid.`;
  },
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
      text: 'Sie wird nicht geliefert.',
    },
  },
  refunded: 'erstattet',
  cashBack: (amount) => `${amount} gehen auf dem Weg zurück, auf dem du bezahlt hast.`,
  creditBack: (amount) => `${amount} sind wieder in deinem Guthaben.`,
  backByDispute: (amount) => `${amount} gingen durch deinen Einspruch an dich zurück.`,
  seeAccount: 'Was zurückkommt, zeigt deine Kontoseite.',
  ticket: { answered: 'beantwortet', closed: 'geschlossen', written: 'der Support hat dir geschrieben' },
  ticketText: {
    answered: 'Der Support hat dir geantwortet. Die Antwort liest du im Shop.',
    written: 'Drück „Antworten“, um zurückzuschreiben.',
    closed: 'Der Support hat es ohne Antwort geschlossen. Brauchst du noch Hilfe, schick ein neues Ticket.',
  },
  writeBack: 'Antworten',
  byLink: 'Du siehst es über den Link, den du beim Absenden bekommen hast.',
  openTicket: 'Ticket öffnen',
  footer: (id) => `Nachricht ${id}`,
  settings: 'Diese Nachrichten abschalten: /notifications',
};

export const DIRECT_MESSAGE_TEXTS: Record<BotLanguage, DirectMessageTexts> = { en, de };
