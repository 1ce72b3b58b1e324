import type { HoldLimit } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatMillions } from '../lib/format';

/** How much of a product may be had at once and why, in words (OWN-402). */
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
