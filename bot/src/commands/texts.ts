import {
  formatCount,
  formatDecimal,
  type JoinRewardReason,
  type OrderStatus,
  type OrderTransition,
  type PaymentStatus,
  type TierName,
} from '@pax/contracts';
import type { Language } from './command.js';
import { formatExactCoins, itemName } from '../messages/format.js';
import { MOVE_LABEL } from '../messages/order-view.js';

/** Common texts of the bot's answers, per language. */
export interface Texts {
  unknownCommand: string;
  cooldown: (seconds: number) => string;
  failed: string;
  /** Text sent when Discord refused the answer although the action was carried out. */
  notShown: string;
  away: string;
  /** Error text: the message belongs to an earlier order or ticket with the same number. */
  otherOrder: string;
  otherTicket: string;
  forbidden: string;
  /** Text with a link to the panel, for a status change that refunds money. */
  inPanel: (url: string) => string;
  blocked: string;
  notFound: string;
  rateLimited: string;
  badPicture: string;
  messagesClosed: string;
  illegalMove: (legal: string) => string;
  noMove: string;
  /** Error text: somebody changed the order after the message was written. */
  stale: string;
  /** Heading above the texts of a failed modal, which are returned to their author. */
  youWrote: string;
  withdrawn: string;
  ownOrder: string;
  ownTicket: string;
  notDelivered: string;
  /** Error text: the shop rejected a typed text. */
  invalid: string;
  notLinked: string;
  pointsMissing: string;
  tierTooLow: string;
  alreadyOwned: string;
  disputeOpen: string;
  foreignButton: string;
  /** Error text: a button or modal is from an earlier version, or forged. */
  staleButton: string;
  received: (orderId: number) => string;
  status: Record<OrderStatus, string>;
  payment: Record<PaymentStatus, string>;
  move: Record<OrderTransition, string>;
  moved: Record<OrderTransition, (orderId: number) => string>;
  /** Label of an order with priority delivery. */
  priority: string;
  noOrders: string;
  /** Title of a page of orders. */
  yourOrders: (page: number, pages: number) => string;
  newer: string;
  older: string;
  /** Returns the name of an order's item in the reader's language. */
  item: (productName: string, max?: number) => string;
  /** Label of an order whose due time has passed. */
  overdue: string;
  gameName: string;
  due: string;
  delivered: string;
  paymentState: string;
  stock: string;
  /** Formats a decimal amount of dollars, and a number of coins, for the language. */
  dollars: (amount: string) => string;
  coins: (count: number) => string;
  coinsFree: (coins: number) => string;
  pieces: (count: number) => string;
  soldOut: string;
  nothingFound: (search: string) => string;
  moreProducts: (count: number) => string;
  price: string;
  /** Text of the lower price per piece that applies from a quantity on. */
  breakPrice: (from: number, price: string) => string;
  /** Text of the price per million coins that applies from a number of millions on. */
  coinRate: (price: string, from: number) => string;
  available: string;
  openShop: string;
  tier: Record<TierName, string>;
  tierOf: (tier: string) => string;
  points: (count: number) => string;
  pendingPoints: (count: number) => string;
  pendingDeduction: (count: number) => string;
  /** Text of the amount still to spend until the next tier, in dollars. */
  nextTier: (tier: string, left: string) => string;
  noAccount: (shop: string) => string;
  referral: string;
  noReferralCode: string;
  referralFriends: (all: number, buying: number) => string;
  /** Text of store credit earned by referrals, in dollars: already booked, and still pending. */
  referralEarned: (earned: string, pending: string) => string;
  noCoins: string;
  help: string;
  helpGroup: Record<'shop' | 'orders' | 'loyalty' | 'support' | 'staff', string>;
  /** Says in direct messages where the other commands are. */
  moreOnServer: string;
  shop: (address: string) => string;
  claimed: (orderId: number) => string;
  noGameName: string;
  /**
   * Text of the reason for a refused claim and the next step; `from` is a Discord timestamp, given when the account is
   * too new.
   */
  notClaimed: Record<JoinRewardReason, (shop: string, from?: string) => string>;
}

const en: Texts = {
  unknownCommand: 'I do not know this command. Try /help.',
  cooldown: (seconds) => `One moment: try again in ${seconds} s.`,
  failed: 'That did not work. Please try again in a moment.',
  notShown: 'I can not show the answer here: Discord does not take it. You find it in the shop.',
  otherOrder: 'This post is of another order. Nothing was changed.',
  otherTicket: 'This post is of another ticket. Nothing was changed.',
  away: 'The shop does not answer right now. Please try again in a minute.',
  forbidden: 'Only staff with the right for it can do this.',
  inPanel: (url) => `This gives money back, so it is done in the panel: ${url}`,
  blocked: 'This account is blocked. Please contact the staff.',
  notFound: 'I found no such order of yours.',
  messagesClosed:
    'I could not write to you: your Discord takes no direct messages from this server. You can allow them in its privacy settings; your orders are on your account page as well. /notifications off stops the messages.',
  badPicture: 'A picture was not taken: PNG, JPEG or WebP, up to 5 MB and 24 megapixels. Nothing was sent.',
  rateLimited: 'Too many tries. Please wait a moment.',
  illegalMove: (legal) => `The order is in another state by now. Possible now: ${legal}.`,
  noMove: 'nothing from here',
  stale: 'Somebody changed this order in the meantime. Nothing was changed now.',
  youWrote: 'This is what you wrote:',
  ownOrder: 'This order is your own. Another member of the team has to do this.',
  ownTicket: 'This ticket is your own. Another member of the team has to do this.',
  withdrawn: 'The buyer withdrew this order. Do not deliver it.',
  notDelivered: 'This order is not delivered yet.',
  invalid: 'I can not take this text. Please check it and try again.',
  notLinked: 'No account of the shop knows this Discord yet. /link says how to change that.',
  pointsMissing: 'You do not have enough points for it. Nothing was spent.',
  tierTooLow: 'Your tier is too low for it. Nothing was spent.',
  disputeOpen:
    'A bank is reviewing one of your payments. You can redeem again after that; nothing was spent.',
  alreadyOwned: 'You have it already. Nothing was spent.',
  foreignButton: 'This button is for somebody else.',
  staleButton:
    'This button is from an earlier version, so nothing was changed. Use the buttons of the newest message, or a command: /help lists them.',
  received: (id) => `Thank you! Order #${id} is noted as received.`,
  status: {
    pending: 'Pending',
    processing: 'In progress',
    completed: 'Completed',
    archived: 'Archived',
    cancelled: 'Cancelled',
  },
  payment: {
    paid: 'paid',
    unconfirmed: 'being confirmed',
    partly_refunded: 'partly refunded',
    refunded: 'refunded',
    disputed: 'disputed',
    lost: 'lost',
    void: 'lapsed',
  },
  move: { process: 'Take', release: 'Hand back', complete: 'Complete', archive: 'Archive', cancel: 'Cancel' },
  moved: {
    process: (id) => `You took order #${id}.`,
    release: (id) => `Order #${id} is back in the queue.`,
    complete: (id) => `Order #${id} is completed.`,
    archive: (id) => `Order #${id} is archived.`,
    cancel: (id) => `Order #${id} is cancelled.`,
  },
  priority: 'first in line',
  noOrders: 'No orders yet. Sign in to the shop with this Discord account to see them here.',
  yourOrders: (page, pages) => (pages === 1 ? 'Your orders' : `Your orders · page ${page} of ${pages}`),
  newer: 'Newer',
  older: 'Older',
  item: (productName, max) => itemName(productName, 'en', max),
  overdue: 'overdue',
  gameName: 'Game name',
  due: 'Due',
  delivered: 'Delivered',
  paymentState: 'Payment',
  stock: 'In stock',
  dollars: (amount) => formatDecimal(amount, 'en'),
  coins: (count) => formatExactCoins(count, 'en'),
  coinsFree: (count) => `Coins: ${formatExactCoins(count, 'en')}`,
  pieces: (count) => `${formatCount(count, 'en')} in stock`,
  soldOut: 'sold out',
  nothingFound: (search) => `Nothing found for "${search}".`,
  moreProducts: (count) => `and ${formatCount(count, 'en')} more in the shop`,
  price: 'Price',
  breakPrice: (from, price) => `${price} each from ${from}`,
  coinRate: (price, from) => (from === 1 ? `${price} per million` : `${price} from ${from} million`),
  available: 'Availability',
  openShop: 'Open the shop',
  tier: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold', platinum: 'Platinum', diamond: 'Diamond' },
  tierOf: (tier) => `You are ${tier}`,
  points: (count) =>
    `**${formatCount(count, 'en')}** ${count === 1 ? 'point' : 'points'} to spend on rewards`,
  pendingPoints: (count) => `${formatCount(count, 'en')} pending, yours when delivered`,
  pendingDeduction: (count) => `${formatCount(count, 'en')} will be taken from the next points you earn`,
  nextTier: (tier, left) => `${left} more to spend until ${tier}`,
  noAccount: (shop) => `No account of the shop knows this Discord yet. Sign in with it here: ${shop}`,
  referral: 'Your referral code',
  noReferralCode: 'You have none yet: make one on your account page.',
  referralFriends: (all, buying) =>
    `${all} ${all === 1 ? 'friend uses' : 'friends use'} it, ${buying} bought`,
  referralEarned: (earned, pending) =>
    `${earned} store credit earned, ${pending} more when open orders are delivered`,
  noCoins: 'There are no coins right now.',
  help: 'What I can do',
  helpGroup: {
    shop: 'Shop',
    orders: 'Your orders',
    loyalty: 'Points and friends',
    support: 'Help and settings',
    staff: 'Staff',
  },
  moreOnServer: 'On the server I can do more.',
  shop: (address) => `The shop: ${address}`,
  claimed: (id) => `1M Coins for you: order #${id}. The staff will deliver them in the game.`,
  noGameName: 'That is no Java or Bedrock player name. Please check it and try again.',
  notClaimed: {
    OFF: () => 'There is no reward for joining at the moment.',
    NO_DISCORD: (shop) => `First sign in to the shop with this Discord account: ${shop}`,
    NOT_MEMBER: () => 'Join this server first, then claim your coins.',
    ACCOUNT_TOO_NEW: (_, from) =>
      `Your Discord account is still too new for this. Nothing is used up: ${from ? `try again ${from}` : 'please try again later'}.`,
    MEMBER_TOO_NEW: (_, from) =>
      `You have not been on this server long enough. Nothing is used up: ${from ? `try again ${from}` : 'please try again later'}.`,
    ALREADY_CLAIMED: () => 'You have already received your coins for joining.',
    NAME_CLAIMED: () => 'This game name has already received the coins for joining.',
    POOL_TOO_SMALL: () => 'There are not enough coins right now. Nothing is used up: please try again later.',
    DISCORD_AWAY: () =>
      'I could not check your membership. Nothing is used up: please try again in a moment.',
  },
};

const de: Texts = {
  unknownCommand: 'Diesen Befehl kenne ich nicht. Versuch /help.',
  cooldown: (seconds) => `Einen Moment: noch ${seconds} s.`,
  failed: 'Das hat nicht geklappt. Bitte gleich noch einmal versuchen.',
  notShown: 'Ich kann die Antwort hier nicht zeigen: Discord nimmt sie nicht an. Du findest sie im Shop.',
  otherOrder: 'Diese Nachricht gehört zu einer anderen Bestellung. Es wurde nichts geändert.',
  otherTicket: 'Diese Nachricht gehört zu einem anderen Ticket. Es wurde nichts geändert.',
  away: 'Der Shop antwortet gerade nicht. Bitte in einer Minute noch einmal versuchen.',
  forbidden: 'Das kann nur das Team mit dem Recht dazu.',
  inPanel: (url) => `Das gibt Geld zurück und geht deshalb nur im Panel: ${url}`,
  blocked: 'Dieses Konto ist gesperrt. Bitte wende dich an das Team.',
  notFound: 'Eine solche Bestellung von dir gibt es nicht.',
  messagesClosed:
    'Ich konnte dir nicht schreiben: Dein Discord nimmt keine Direktnachrichten von diesem Server an. Du kannst sie in den Privatsphäre-Einstellungen des Servers erlauben; deine Bestellungen stehen auch auf deiner Kontoseite. /notifications schaltet die Nachrichten ab.',
  badPicture:
    'Ein Bild ging nicht: PNG, JPEG oder WebP, bis 5 MB und 24 Megapixel. Es wurde nichts gesendet.',
  rateLimited: 'Zu viele Versuche. Bitte kurz warten.',
  illegalMove: (legal) =>
    `Die Bestellung ist inzwischen in einem anderen Zustand. Möglich ist jetzt: ${legal}.`,
  noMove: 'nichts mehr',
  stale: 'Diese Bestellung hat inzwischen jemand geändert. Jetzt wurde nichts geändert.',
  youWrote: 'Das hast du geschrieben:',
  ownOrder: 'Das ist deine eigene Bestellung. Das muss jemand anderes aus dem Team tun.',
  ownTicket: 'Das ist dein eigenes Ticket. Das muss jemand anderes aus dem Team tun.',
  withdrawn: 'Der Käufer hat diese Bestellung zurückgezogen. Bitte nicht liefern.',
  notDelivered: 'Diese Bestellung ist noch nicht geliefert.',
  invalid: 'Diesen Text kann ich nicht annehmen. Bitte prüfe ihn und versuch es noch einmal.',
  notLinked: 'Zu diesem Discord gibt es noch kein Konto im Shop. /link sagt, wie du das änderst.',
  pointsMissing: 'Dafür hast du nicht genug Punkte. Es wurde nichts ausgegeben.',
  tierTooLow: 'Dafür ist deine Stufe zu niedrig. Es wurde nichts ausgegeben.',
  disputeOpen:
    'Eine Bank prüft eine deiner Zahlungen. Danach kannst du wieder einlösen; es wurde nichts ausgegeben.',
  alreadyOwned: 'Das hast du schon. Es wurde nichts ausgegeben.',
  foreignButton: 'Dieser Knopf ist für jemand anderen.',
  staleButton:
    'Dieser Knopf stammt aus einer früheren Version; es wurde nichts geändert. Nimm die Knöpfe der neuesten Nachricht oder einen Befehl: /help zeigt sie.',
  received: (id) => `Danke! Bestellung #${id} ist als erhalten vermerkt.`,
  status: {
    pending: 'Ausstehend',
    processing: 'In Bearbeitung',
    completed: 'Abgeschlossen',
    archived: 'Archiviert',
    cancelled: 'Storniert',
  },
  payment: {
    paid: 'bezahlt',
    unconfirmed: 'wird bestätigt',
    partly_refunded: 'teilweise erstattet',
    refunded: 'erstattet',
    disputed: 'angefochten',
    lost: 'verloren',
    void: 'verfallen',
  },
  move: MOVE_LABEL,
  moved: {
    process: (id) => `Du hast Bestellung #${id} übernommen.`,
    release: (id) => `Bestellung #${id} ist wieder in der Warteschlange.`,
    complete: (id) => `Bestellung #${id} ist abgeschlossen.`,
    archive: (id) => `Bestellung #${id} ist archiviert.`,
    cancel: (id) => `Bestellung #${id} ist storniert.`,
  },
  priority: 'Vorrang',
  noOrders: 'Noch keine Bestellungen. Melde dich im Shop mit diesem Discord-Konto an, um sie hier zu sehen.',
  yourOrders: (page, pages) =>
    pages === 1 ? 'Deine Bestellungen' : `Deine Bestellungen · Seite ${page} von ${pages}`,
  newer: 'Neuere',
  older: 'Ältere',
  item: (productName, max) => itemName(productName, 'de', max),
  overdue: 'überfällig',
  gameName: 'Spielname',
  due: 'Fällig',
  delivered: 'Geliefert',
  paymentState: 'Zahlung',
  stock: 'Auf Lager',
  dollars: (amount) => formatDecimal(amount, 'de'),
  coins: (count) => formatExactCoins(count, 'de'),
  coinsFree: (count) => `Coins: ${formatExactCoins(count, 'de')}`,
  pieces: (count) => `${formatCount(count, 'de')} auf Lager`,
  soldOut: 'ausverkauft',
  nothingFound: (search) => `Nichts gefunden zu „${search}“.`,
  moreProducts: (count) => `und ${formatCount(count, 'de')} weitere im Shop`,
  price: 'Preis',
  breakPrice: (from, price) => `${price} pro Stück ab ${from}`,
  coinRate: (price, from) => (from === 1 ? `${price} pro Million` : `${price} ab ${from} Millionen`),
  available: 'Verfügbarkeit',
  openShop: 'Zum Shop',
  tier: { bronze: 'Bronze', silver: 'Silber', gold: 'Gold', platinum: 'Platin', diamond: 'Diamant' },
  tierOf: (tier) => `Deine Stufe: ${tier}`,
  points: (count) => `**${formatCount(count, 'de')}** ${count === 1 ? 'Punkt' : 'Punkte'} für Prämien`,
  pendingPoints: (count) => `${formatCount(count, 'de')} ausstehend, einlösbar nach der Lieferung`,
  pendingDeduction: (count) => `${formatCount(count, 'de')} werden von den nächsten Punkten abgezogen`,
  nextTier: (tier, left) => `Noch ${left} bis ${tier}`,
  noAccount: (shop) => `Zu diesem Discord gibt es noch kein Konto im Shop. Melde dich damit hier an: ${shop}`,
  referral: 'Dein Empfehlungscode',
  noReferralCode: 'Du hast noch keinen: Auf deiner Kontoseite machst du dir einen.',
  referralFriends: (all, buying) =>
    `${all} ${all === 1 ? 'Freund nutzt' : 'Freunde nutzen'} ihn, ${buying} ${buying === 1 ? 'hat' : 'haben'} gekauft`,
  referralEarned: (earned, pending) =>
    `${earned} Guthaben verdient, ${pending} kommen dazu, wenn offene Bestellungen geliefert sind`,
  noCoins: 'Gerade gibt es keine Coins.',
  help: 'Das kann ich',
  helpGroup: {
    shop: 'Shop',
    orders: 'Deine Bestellungen',
    loyalty: 'Punkte und Freunde',
    support: 'Hilfe und Einstellungen',
    staff: 'Team',
  },
  moreOnServer: 'Auf dem Server kann ich mehr.',
  shop: (address) => `Zum Shop: ${address}`,
  claimed: (id) => `1M Coins für dich: Bestellung #${id}. Das Team liefert sie dir im Spiel.`,
  noGameName: 'Das ist kein Java- oder Bedrock-Spielername. Bitte prüfen und noch einmal versuchen.',
  notClaimed: {
    OFF: () => 'Fürs Beitreten gibt es gerade kein Geschenk.',
    NO_DISCORD: (shop) => `Melde dich zuerst mit diesem Discord-Konto im Shop an: ${shop}`,
    NOT_MEMBER: () => 'Tritt zuerst diesem Server bei, dann hol dir deine Coins.',
    ACCOUNT_TOO_NEW: (_, from) =>
      `Dein Discord-Konto ist dafür noch zu neu. Nichts ist verbraucht: Versuch es ${from ? `${from} noch einmal` : 'später noch einmal'}.`,
    MEMBER_TOO_NEW: (_, from) =>
      `Du bist noch nicht lange genug auf diesem Server. Nichts ist verbraucht: Versuch es ${from ? `${from} noch einmal` : 'später noch einmal'}.`,
    ALREADY_CLAIMED: () => 'Du hast deine Coins fürs Beitreten schon bekommen.',
    NAME_CLAIMED: () => 'Dieser Spielname hat die Coins fürs Beitreten schon bekommen.',
    POOL_TOO_SMALL: () =>
      'Gerade sind nicht genug Coins da. Nichts ist verbraucht: bitte später noch einmal.',
    DISCORD_AWAY: () =>
      'Ich konnte deine Mitgliedschaft nicht prüfen. Nichts ist verbraucht: bitte gleich noch einmal.',
  },
};

export const TEXTS: Record<Language, Texts> = { en, de };
