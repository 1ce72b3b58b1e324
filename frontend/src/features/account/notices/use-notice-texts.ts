import { describeBellContent, minutesOrHours, type Notice, type ReturnedSum } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '../../../i18n/languages';
import { useLanguage } from '../../../i18n/language-store';
import { formatDecimal } from '../../../lib/values/format';

type NoticeContent = Notice['content'];
type OrderFacts = Extract<NoticeContent, { order: unknown }>['order'];

interface NoticeTexts {
  readonly title: string;
  readonly details: readonly string[];
}

const isSum = (amount: string): boolean => Number(amount) > 0;

/** Returns the texts of a notice; undefined for a kind that this page does not know. */
export function useNoticeTexts(content: NoticeContent): NoticeTexts | undefined {
  const { t } = useTranslation('notices');
  const language = useLanguage((state) => documentLanguage(state.language));
  const item = ({ id, productName, quantity }: OrderFacts) =>
    t('item', { id, product: productName, quantity });
  const returned = ({ cash, credit, byDispute = '0' }: ReturnedSum): string[] => [
    ...(isSum(cash) ? [t('returned.cash', { amount: formatDecimal(cash) })] : []),
    ...(isSum(credit) ? [t('returned.credit', { amount: formatDecimal(credit) })] : []),
    ...(isSum(byDispute) ? [t('returned.byDispute', { amount: formatDecimal(byDispute) })] : []),
  ];
  switch (content.kind) {
    case 'paid': {
      const { orders, total, usualMinutes } = content;
      const [first] = orders;
      const items = first
        ? [orders.length > 1 ? t('items', { item: item(first), more: orders.length - 1 }) : item(first)]
        : [];
      const { unit, count } = minutesOrHours(usualMinutes);
      const title = isSum(total) ? t('paid.sum', { amount: formatDecimal(total) }) : t('paid.title');
      return { title, details: [...items, t(`paid.${unit}`, { count })] };
    }
    case 'taken':
    case 'delivered':
      return { title: t(`${content.kind}.title`), details: [item(content.order), t(`${content.kind}.text`)] };
    case 'cancelled':
    case 'refunded':
      return {
        title: t(`${content.kind}.title`),
        details: [item(content.order), ...returned(content.returned)],
      };
    case 'ticket': {
      const { id, subject, state, isOnAccountPage } = content.ticket;
      return {
        title: t(`ticket.${state}`, { id }),
        details: [subject, ...(isOnAccountPage ? [] : [t('ticket.byLink')])].filter((one) => one !== ''),
      };
    }
    case 'restocked':
    case 'unlocked':
    case 'tier':
    case 'friend':
    case 'stranded': {
      const { title, lines } = describeBellContent(content, language);
      return { title, details: lines };
    }
    default:
      return undefined;
  }
}
