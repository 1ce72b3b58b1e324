import type { HoldLimit } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDecimal, formatMillions } from '../../lib/values/format';

/** The text for a hold limit: how much a buyer may hold and why (OWN-402). */
export function useLimitText(): (limit: Omit<HoldLimit, 'id'>, isCustom: boolean) => string {
  const { t } = useTranslation('common');
  return ({ available, reason, trustedFrom }, isCustom) => {
    const price = formatDecimal(trustedFrom);
    if (available === 0) return t(`limit.none.${reason}`, { price });
    const amount = isCustom ? formatMillions(available) : formatCount(available);
    return t(`limit.most.${reason}`, { amount, price });
  };
}
