import {
  describeBellContent,
  formatDecimal,
  type BellContent,
  type MailLanguage,
  type NoticeContent,
  type ReturnedSum,
} from '@pax/contracts';

type OrderContent = Extract<NoticeContent, { order: unknown }>;
/** A notice that is mailed. */
export type MailedContent = OrderContent | BellContent;

interface KindTexts {
  /** The state of the order, in the subject. */
  subject: (id: number) => string;
  text: string;
}

/** Texts of mails, and of pushes, about orders. */
interface NoticeMailTexts extends Record<OrderContent['kind'], KindTexts> {
  cash: (amount: string) => string;
  credit: (amount: string) => string;
  byDispute: (amount: string) => string;
  link: string;
  reason: string;
}

const en: NoticeMailTexts = {
  taken: {
    subject: (id) => `Order #${id}: your delivery has begun`,
    text: 'The team took your order. Please be in the game.',
  },
  delivered: {
    subject: (id) => `Order #${id} was delivered`,
    text: 'Did everything arrive? If not, please write to support.',
  },
  cancelled: { subject: (id) => `Order #${id} was cancelled`, text: 'It is not delivered.' },
  refunded: { subject: (id) => `Refund for order #${id}`, text: 'Money for this order comes back to you.' },
  cash: (amount) => `${amount} goes back the way you paid.`,
  credit: (amount) => `${amount} is on your account again.`,
  byDispute: (amount) => `${amount} went back to you by your dispute.`,
  link: 'Your orders, on your account page; please sign in there.',
  reason:
    'You get this mail because this address stands on your account. There you switch such mails off, by kind.',
};

const de: NoticeMailTexts = {
  taken: {
    subject: (id) => `Bestellung #${id}: Deine Lieferung beginnt`,
    text: 'Das Team hat deine Bestellung übernommen. Bitte sei im Spiel.',
  },
  delivered: {
    subject: (id) => `Bestellung #${id} wurde geliefert`,
    text: 'Ist alles angekommen? Wenn nicht, schreib bitte dem Support.',
  },
  cancelled: { subject: (id) => `Bestellung #${id} wurde storniert`, text: 'Sie wird nicht geliefert.' },
  refunded: {
    subject: (id) => `Erstattung zu Bestellung #${id}`,
    text: 'Zu dieser Bestellung kommt Geld zu dir zurück.',
  },
  cash: (amount) => `${amount} gehen auf dem Weg zurück, auf dem du bezahlt hast.`,
  credit: (amount) => `${amount} sind wieder in deinem Guthaben.`,
  byDispute: (amount) => `${amount} gingen durch deinen Einspruch an dich zurück.`,
  link: 'Deine Bestellungen, auf deiner Kontoseite; bitte melde dich dort an.',
  reason:
    'Du bekommst diese Mail, weil diese Adresse in deinem Konto steht. Dort schaltest du solche Mails ab, nach Art.',
};

const NOTICE_MAIL_TEXTS: Record<MailLanguage, NoticeMailTexts> = { en, de };

function listReturned({ cash, credit, byDispute = '0' }: ReturnedSum, language: MailLanguage): string[] {
  const texts = NOTICE_MAIL_TEXTS[language];
  return [
    ...(Number(cash) > 0 ? [texts.cash(formatDecimal(cash, language))] : []),
    ...(Number(credit) > 0 ? [texts.credit(formatDecimal(credit, language))] : []),
    ...(Number(byDispute) > 0 ? [texts.byDispute(formatDecimal(byDispute, language))] : []),
  ];
}

/** Builds the words of a mail about a notice; `lines` are the sentences before the link to `path`. */
export function createNoticeMailWords(content: MailedContent, language: MailLanguage) {
  const texts = NOTICE_MAIL_TEXTS[language];
  const { reason } = texts;
  if (!('order' in content)) {
    const { title, lines, link, path } = describeBellContent(content, language);
    return { subject: title, lines, path, link: `${link}.`, reason };
  }
  const { subject, text } = texts[content.kind];
  const { id, productName, quantity } = content.order;
  const returned = 'returned' in content ? listReturned(content.returned, language) : [];
  return {
    subject: subject(id),
    lines: [`${productName} × ${quantity}`, text, ...returned],
    path: '/account?tab=orders',
    link: texts.link,
    reason,
  };
}
