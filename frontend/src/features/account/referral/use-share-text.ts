import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';
import { applyAddress } from './share-links';

/** The text to share a code with; it promises only what is given. */
export function useShareText(code: string): string {
  const { t } = useTranslation('referral');
  const { friendPercent, friendBonusCents, bonusFromCents } = referralTerms;
  return t('share.text', {
    code,
    percent: friendPercent,
    bonus: formatCents(friendBonusCents),
    from: formatCents(bonusFromCents),
    address: applyAddress(location.origin, code),
  });
}
