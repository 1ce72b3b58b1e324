import type { Language } from './command.js';
import type { BotSetTicketStatusRequest, DiscordProblem } from '@pax/contracts';

/** Texts of the staff commands, per language. */
export interface StaffTexts {
  queue: (count: string, page: number, pages: number) => string;
  empty: string;
  /** Stands for the game name of an order that has none. */
  askForName: string;
  takenBy: (name: string) => string;
  /** Says that the reader bought the order, and may therefore not move it. */
  yourOwn: string;
  refresh: string;
  /** Heading above the orders of an account. */
  ordersOf: (username: string, count: string) => string;
  noAccountOfMember: string;
  noOrdersOfMember: string;
  /** Label of a link to the panel. */
  openPanel: string;
  replyTitle: (id: number) => string;
  reply: string;
  replied: (id: number) => string;
  messageTitle: (id: number) => string;
  message: string;
  messaged: (id: number) => string;
  noteTitle: (id: number) => string;
  note: string;
  noted: (id: number) => string;
  ticketSet: Record<BotSetTicketStatusRequest['status'], (id: number) => string>;
  linkToTicket: (id: number, url: string) => string;
  linkToOrder: (id: number, url: string) => string;
  noTicket: string;
  noOrder: string;
  ticketEnded: string;
  /** Asks staff to confirm a refund; `what` names the goods and the buyer. */
  refundAll: (id: number, what: string, left: string | undefined) => string;
  refundAtMost: (id: number, left: string) => string;
  refundPart: (id: number, amount: string, what: string) => string;
  /** Lists the refunded sums; undefined sums are left out. */
  goesBack: (sums: Record<'cash' | 'credit' | 'gift', string | undefined>) => string;
  refund: string;
  /** Error text: the order has changed since the confirmation was requested. */
  refundStale: (id: number) => string;
  refunded: (id: number) => string;
  /** Error text: the typed amount is more than can still be refunded. */
  refundTooLarge: string;
  amountUnread: string;
  productUnknown: string;
  stockSet: (product: string, onHand: string, free: string, before: string | undefined) => string;
  stockStale: (onHand: string, free: string) => string;
  users: (count: string) => string;
  noUser: string;
  blockedUser: (reason: string) => string;
  status: string;
  openOrders: (count: string) => string;
  openTickets: (count: string) => string;
  posts: (waiting: string, parked: string) => string;
  allWell: string;
  problems: (what: readonly string[]) => string;
  /** Text with a link to the panel, for an action that needs the second step. */
  inPanel: (url: string) => string;
}

const joinLines = (what: readonly string[]): string => what.map((one) => `\n- ${one}`).join('');

const en: StaffTexts = {
  queue: (count, page, pages) => `Open orders: ${count}${pages > 1 ? ` · page ${page} of ${pages}` : ''}`,
  empty: 'Nothing waits.',
  askForName: 'ask for the game name in Discord',
  takenBy: (name) => `taken by ${name}`,
  yourOwn: 'your own order',
  refresh: 'Refresh',
  ordersOf: (username, count) => `Orders of ${username}: ${count}`,
  noAccountOfMember: 'No account of the shop has this Discord account.',
  noOrdersOfMember: 'No orders yet.',
  openPanel: 'Open in the panel',
  replyTitle: (id) => `Answer ticket #${id}`,
  reply: 'What the sender reads',
  replied: (id) => `Ticket #${id} is answered and resolved.`,
  messageTitle: (id) => `Message on ticket #${id}`,
  message: 'What the sender reads, without codes',
  messaged: (id) => `The message is at ticket #${id}, which stays open.`,
  noteTitle: (id) => `Note on ticket #${id}`,
  note: 'What only staff read',
  noted: (id) => `The note is at ticket #${id}.`,
  ticketSet: {
    in_progress: (id) => `Ticket #${id} is in progress.`,
    closed: (id) => `Ticket #${id} is closed.`,
  },
  linkToTicket: (id, url) => `Ticket #${id}: ${url}`,
  linkToOrder: (id, url) => `Order #${id}: ${url}`,
  noTicket: 'There is no such ticket.',
  noOrder: 'There is no such order.',
  ticketEnded: 'This ticket is ended and takes nothing more.',
  refundAll: (id, what, left) =>
    `Refund all that is left of order #${id} (${what})${left === undefined ? '' : `: ${left}`}?`,
  refundAtMost: (id, left) => `At most ${left} of order #${id} is left to refund.`,
  refundPart: (id, amount, what) => `Refund ${amount} of order #${id} (${what})?`,
  goesBack: ({ cash, credit, gift }) =>
    [cash, credit && `${credit} store credit`, gift && `${gift} bonus`].filter(Boolean).join(' + '),
  refund: 'Refund',
  refundStale: (id) =>
    `Order #${id} has changed since I asked, so I refunded nothing more. /order shows how it is now.`,
  refunded: (id) => `The refund of order #${id} is on its way.`,
  refundTooLarge: 'That is more than is left of this order.',
  amountUnread: 'Write the amount as dollars and cents, like 5.00.',
  productUnknown: 'I know no such product. Choose one of those that I propose.',
  stockSet: (product, onHand, free, before) =>
    `${product}: ${onHand} on hand${before === undefined ? '' : ` (before: ${before})`}, ${free} of them free.`,
  stockStale: (onHand, free) =>
    `Somebody changed this meanwhile: ${onHand} on hand, ${free} of them free. Nothing was set.`,
  users: (count) => `Accounts: ${count}`,
  noUser: 'No account is called that.',
  blockedUser: (reason) => `blocked: ${reason}`,
  status: 'The shop right now',
  openOrders: (count) => `Open orders: ${count}`,
  openTickets: (count) => `Open tickets: ${count}`,
  posts: (waiting, parked) => `Posts: ${waiting} waiting, ${parked} that Discord refused`,
  allWell: 'Shop, bot and Discord are connected.',
  problems: (what) => `To be looked at on the Discord page:${joinLines(what)}`,
  inPanel: (url) => `This needs the second step, so it is done in the panel: ${url}`,
};

const de: StaffTexts = {
  queue: (count, page, pages) =>
    `Offene Bestellungen: ${count}${pages > 1 ? ` · Seite ${page} von ${pages}` : ''}`,
  empty: 'Nichts wartet.',
  askForName: 'Spielname in Discord erfragen',
  takenBy: (name) => `übernommen von ${name}`,
  yourOwn: 'deine eigene Bestellung',
  refresh: 'Aktualisieren',
  ordersOf: (username, count) => `Bestellungen von ${username}: ${count}`,
  noAccountOfMember: 'Kein Konto des Shops gehört zu diesem Discord-Konto.',
  noOrdersOfMember: 'Noch keine Bestellungen.',
  openPanel: 'Im Panel öffnen',
  replyTitle: (id) => `Ticket #${id} beantworten`,
  reply: 'Was der Absender liest',
  replied: (id) => `Ticket #${id} ist beantwortet und gelöst.`,
  messageTitle: (id) => `Nachricht zu Ticket #${id}`,
  message: 'Was der Absender liest, ohne Codes',
  messaged: (id) => `Die Nachricht steht bei Ticket #${id}, das offen bleibt.`,
  noteTitle: (id) => `Notiz zu Ticket #${id}`,
  note: 'Was nur das Team liest',
  noted: (id) => `Die Notiz steht bei Ticket #${id}.`,
  ticketSet: {
    in_progress: (id) => `Ticket #${id} ist in Bearbeitung.`,
    closed: (id) => `Ticket #${id} ist geschlossen.`,
  },
  linkToTicket: (id, url) => `Ticket #${id}: ${url}`,
  linkToOrder: (id, url) => `Bestellung #${id}: ${url}`,
  noTicket: 'Ein solches Ticket gibt es nicht.',
  noOrder: 'Eine solche Bestellung gibt es nicht.',
  ticketEnded: 'Dieses Ticket ist beendet und nimmt nichts mehr an.',
  refundAll: (id, what, left) =>
    `Alles Übrige von Bestellung #${id} erstatten (${what})${left === undefined ? '' : `: ${left}`}?`,
  refundAtMost: (id, left) => `Von Bestellung #${id} lassen sich höchstens ${left} erstatten.`,
  refundPart: (id, amount, what) => `${amount} von Bestellung #${id} erstatten (${what})?`,
  goesBack: ({ cash, credit, gift }) =>
    [cash, credit && `${credit} Guthaben`, gift && `${gift} Bonus`].filter(Boolean).join(' + '),
  refund: 'Erstatten',
  refundStale: (id) =>
    `Bestellung #${id} hat sich seit meiner Frage geändert; ich habe nichts weiter erstattet. /order zeigt den Stand.`,
  refunded: (id) => `Die Erstattung von Bestellung #${id} ist auf dem Weg.`,
  refundTooLarge: 'Das ist mehr, als von dieser Bestellung übrig ist.',
  amountUnread: 'Schreib den Betrag in Dollar und Cent, zum Beispiel 5,00.',
  productUnknown: 'Dieses Produkt kenne ich nicht. Wähl eines, das ich vorschlage.',
  stockSet: (product, onHand, free, before) =>
    `${product}: ${onHand} vorhanden${before === undefined ? '' : ` (vorher: ${before})`}, davon ${free} frei.`,
  stockStale: (onHand, free) =>
    `Das hat inzwischen jemand geändert: ${onHand} vorhanden, davon ${free} frei. Nichts wurde gesetzt.`,
  users: (count) => `Konten: ${count}`,
  noUser: 'So heißt kein Konto.',
  blockedUser: (reason) => `gesperrt: ${reason}`,
  status: 'Der Shop gerade',
  openOrders: (count) => `Offene Bestellungen: ${count}`,
  openTickets: (count) => `Offene Tickets: ${count}`,
  posts: (waiting, parked) => `Posts: ${waiting} warten, ${parked} hat Discord abgelehnt`,
  allWell: 'Shop, Bot und Discord sind verbunden.',
  problems: (what) => `Auf der Discord-Seite anzusehen:${joinLines(what)}`,
  inPanel: (url) => `Das braucht den zweiten Faktor und geht deshalb im Panel: ${url}`,
};

export const STAFF_TEXTS: Record<Language, StaffTexts> = { en, de };

/** Short descriptions of problems with Discord; the panel's Discord page has the details. */
export const PROBLEM_TEXTS: Record<Language, Record<DiscordProblem, string>> = {
  en: {
    NOT_SET_UP: 'the shop has no Discord server in its settings',
    GUILD_UNKNOWN: "Discord does not know the shop's server",
    TOKEN_REFUSED: "Discord refuses the shop's token",
    DISCORD_AWAY: 'Discord does not answer the shop',
    BOT_AWAY: 'no bot has reported',
    BOT_GATEWAY_AWAY: 'the bot is not connected to Discord',
    BOT_LOGINS_SPENT: 'the bot logged in too often and waits',
    BOT_GUILD_UNKNOWN: 'the bot is no member of the server',
    COMMANDS_FAILED: 'the commands are not registered at Discord',
    INTENTS_REFUSED: 'Discord does not grant the intents of the settings',
    INTENTS_IDLE: 'an intent is on that does nothing without a welcome channel',
    EVENTS_UNREADABLE: 'the bot set messages of Discord aside',
  },
  de: {
    NOT_SET_UP: 'in den Einstellungen des Shops steht kein Discord-Server',
    GUILD_UNKNOWN: 'Discord kennt den Server des Shops nicht',
    TOKEN_REFUSED: 'Discord lehnt das Token des Shops ab',
    DISCORD_AWAY: 'Discord antwortet dem Shop nicht',
    BOT_AWAY: 'kein Bot hat sich gemeldet',
    BOT_GATEWAY_AWAY: 'der Bot ist nicht mit Discord verbunden',
    BOT_LOGINS_SPENT: 'der Bot hat sich zu oft angemeldet und wartet',
    BOT_GUILD_UNKNOWN: 'der Bot ist nicht auf dem Server',
    COMMANDS_FAILED: 'die Befehle sind bei Discord nicht angemeldet',
    INTENTS_REFUSED: 'Discord gewährt die Intents der Einstellungen nicht',
    INTENTS_IDLE: 'ein Intent ist an, der ohne Willkommenskanal nichts bewirkt',
    EVENTS_UNREADABLE: 'der Bot hat Nachrichten von Discord übergangen',
  },
};
