import { formatDecimal, type MailLanguage, type NoticeContent } from '@pax/contracts';
import { createNoticeMailWords } from '../mail/notice-mail-texts.js';

/** What the page's worker shows of a notice; it reads these fields by name. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the page about the notice. */
  url: string;
  /** A newer message replaces a shown one with the same tag. */
  tag: string;
}

/** Most characters of a title and of a body, far below the 4,096 bytes of a message. */
const LENGTHS = { title: 120, body: 400 };

interface PushTexts {
  paid: (total: string | undefined) => string;
  ticket: Record<Extract<NoticeContent, { kind: 'ticket' }>['ticket']['state'], (id: number) => string>;
  byLink: string;
}

const PUSH_TEXTS: Record<MailLanguage, PushTexts> = {
  en: {
    paid: (total) => (total === undefined ? 'Payment received' : `Payment received: ${total}`),
    ticket: {
      answered: (id) => `Ticket #${id} was answered`,
      closed: (id) => `Ticket #${id} was closed`,
      written: (id) => `New message in ticket #${id}`,
    },
    byLink: 'Open it with the link you got when you sent it.',
  },
  de: {
    paid: (total) => (total === undefined ? 'Zahlung eingegangen' : `Zahlung eingegangen: ${total}`),
    ticket: {
      answered: (id) => `Ticket #${id} wurde beantwortet`,
      closed: (id) => `Ticket #${id} wurde geschlossen`,
      written: (id) => `Neue Nachricht in Ticket #${id}`,
    },
    byLink: 'Öffne es mit dem Link, den du beim Absenden bekommen hast.',
  },
};

const clip = (text: string, length: number): string => {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
};

/** Title, lines and page of a notice. */
function wordsOf(
  content: NoticeContent,
  language: MailLanguage,
): { title: string; lines: readonly string[]; url: string } {
  const texts = PUSH_TEXTS[language];
  if (content.kind === 'paid') {
    const { orders, total, checkout } = content;
    return {
      title: texts.paid(Number(total) > 0 ? formatDecimal(total, language) : undefined),
      lines: orders.map(({ productName, quantity }) => `${productName} × ${quantity}`),
      url: `/receipt?checkout=${checkout}`,
    };
  }
  if (content.kind === 'ticket') {
    const { id, state, subject, isOnAccountPage } = content.ticket;
    return {
      title: texts.ticket[state](id),
      lines: isOnAccountPage ? [subject] : [subject, texts.byLink],
      url: isOnAccountPage ? '/account?tab=support' : '/',
    };
  }
  const { subject, lines, path } = createNoticeMailWords(content, language);
  return { title: subject, lines, url: path };
}

/** Builds the push message about a notice. Each refund stays, because its sum stands nowhere else. */
export function createPushMessage(
  { id, topic, content }: { id: number; topic: string; content: NoticeContent },
  language: MailLanguage,
): PushMessage {
  const { title, lines, url } = wordsOf(content, language);
  return {
    title: clip(title, LENGTHS.title),
    body: clip(lines.join('\n'), LENGTHS.body),
    url,
    tag: content.kind === 'refunded' ? `${topic}:refund:${id}` : topic,
  };
}
