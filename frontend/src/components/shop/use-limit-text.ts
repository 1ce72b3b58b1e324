import type { HoldLimit } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatMillions } from '../../lib/values/format';

/** The text for a hold limit: how much a buyer may hold and why (OWN-402). */
export function useLimitText(): (
  limit: Pick<HoldLimit, 'available' | 'reason'>,
  isCustom: boolean,
) => string {
  const { t } = useTranslation('common');
  return ({ available, reason }, isCustom) => {
    if (available === 0) return t(`limit.none.${reason}`);
    return t(`limit.most.${reason}`, { amount: isCustom ? formatMillions(available) : String(available) });
  };
}
