import type { HoldLimit } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDateTime, formatDecimal, formatMillions } from '../../../lib/values/format';

/** Returns a function that gives the text for a hold limit: how much a buyer may hold, why, and until when. */
export function useHoldLimitText(): (limit: Omit<HoldLimit, 'id'>, isCustom: boolean) => string {
  const { t } = useTranslation('common');
  return ({ available, reason, trustedFrom, until }, isCustom) => {
    const price = formatDecimal(trustedFrom);
    const time =
      until === undefined
        ? t(reason === 'lapsed' ? 'limit.end.lapsed' : 'limit.end.unpaid')
        : formatDateTime(until);
    if (available === 0) return t(`limit.none.${reason}`, { price, time });
    const amount = isCustom ? formatMillions(available) : formatCount(available);
    return t(`limit.most.${reason}`, { amount, price, time });
  };
}
