import { REWARD_KEYS, type LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { languageOfTag } from '../../../i18n/languages';

type Transaction = LoyaltyAnswer['transactions'][number];
interface NameAndDescription {
  readonly name: string;
  readonly description: string;
}

/**
 * Returns functions for the texts of rewards and activities: translated if known, otherwise as the server wrote them.
 */
export function useLoyaltyTexts() {
  const { t, i18n } = useTranslation('loyalty');
  const rewardNameOf = (key: string | null, otherwise: string): string => {
    const known = REWARD_KEYS.find((one) => one === key);
    return known ? t(`reward.${known}.name`) : otherwise;
  };
  const translated = languageOfTag(i18n.language) === 'de';
  return {
    rewardName: (key: string, { name }: Pick<NameAndDescription, 'name'>) => rewardNameOf(key, name),
    rewardText(key: string, { description }: Pick<NameAndDescription, 'description'>): string {
      const known = REWARD_KEYS.find((one) => one === key);
      return known ? t(`reward.${known}.text`) : description;
    },
    /** Returns the text of a product's purchase whose points are pending. */
    pending: (product: string): string => t('pending.purchase', { product }),
    activityText({ kind, rewardKey, product, moreProducts, orderId, description }: Transaction): string {
      if (kind === 'reward') return t('activity.redeemed', { name: rewardNameOf(rewardKey, description) });
      if (!translated && description !== '') return description;
      if (kind === 'purchase' && product !== null)
        return t(moreProducts > 0 ? 'activity.purchaseMore' : 'pending.purchase', {
          product,
          count: moreProducts,
        });
      if (kind === 'purchase') return t('activity.purchase');
      if (kind === 'reversal' && orderId !== null) return t('activity.reversal', { order: orderId });
      return description;
    },
  };
}
