import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { CHECKOUT_REWARDS, loyaltyCalls, rewardState, type Reward } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/components/base/button';
import { CheckoutSection } from './checkout-section';
import { CreditSection } from './credit-section';
import { DeliverySection } from './delivery-section';
import { LoyaltyPreview } from './loyalty-preview';
import { PaySection } from './pay-section';
import { QuoteReceipt } from './quote-receipt';
import { RewardChooser } from './reward-chooser';
import type { Checkout } from './use-checkout';
import { callQuery } from '../../lib/http/call-api';
import { useNow } from '../../lib/hooks/use-now';

const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** The own codes that a checkout takes now, soonest to expire first. */
function useRewardCodes(enabled: boolean): readonly Reward[] {
  const { data } = useQuery({ ...callQuery(loyaltyCalls.loyalty), enabled });
  const now = useNow();
  const usable = (data?.rewards ?? []).filter(
    (reward) =>
      CHECKOUT_REWARDS.includes(reward.category) &&
      reward.isFrozen !== true &&
      rewardState(reward, now) === 'active',
  );
  return usable.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
}

interface CheckoutSectionsProps {
  readonly checkout: Checkout;
  readonly open: boolean;
  /** True when the prices are an estimate, as for a visitor. */
  readonly isEstimate: boolean;
  readonly onPreview: (points: number) => void;
  readonly onLeave: () => void;
}

/** Items, recipient, credit and payment, in this order. */
export function CheckoutSections({ checkout, open, isEstimate, onPreview, onLeave }: CheckoutSectionsProps) {
  const { t } = useTranslation('checkout');
  const { signedIn, profile, buyer, view, form } = checkout;
  const { quote } = view;
  const rewards = useRewardCodes(signedIn && open);
  return (
    <>
      <CheckoutSection place={1} title={t('steps.what')}>
        <QuoteReceipt quote={quote} tier={profile?.membershipTier ?? 'bronze'} />
        {isEstimate && <Note>{t('receipt.estimate')}</Note>}
        {checkout.isUnconfirmed && (
          <Note aria-live="polite">
            {t('receipt.offline')}{' '}
            <Button size="sm" icon="refresh" loading={view.asking} onClick={view.again}>
              {t('receipt.again')}
            </Button>
          </Note>
        )}
      </CheckoutSection>
      <CheckoutSection place={2} title={t('steps.whom')}>
        <DeliverySection form={form} />
      </CheckoutSection>
      <CheckoutSection place={3} title={t('steps.credit')}>
        <CreditSection
          signedIn={signedIn}
          profile={profile}
          quote={quote}
          checked={checkout.wantsCredit}
          onChange={checkout.setWantsCredit}
        />
        {buyer && (
          <>
            <RewardChooser
              rewards={rewards}
              chosen={checkout.reward}
              onChoose={checkout.setReward}
              applied={quote.reward}
              refusal={view.refusal}
            />
            <LoyaltyPreview points={quote.points} onPlay={() => onPreview(quote.points)} />
          </>
        )}
      </CheckoutSection>
      <CheckoutSection place={4} title={t('steps.pay')}>
        <PaySection
          form={form}
          signedIn={signedIn}
          methods={checkout.methods}
          method={checkout.method}
          onMethod={checkout.setMethod}
          isFree={checkout.isFree}
          onLeave={onLeave}
        />
      </CheckoutSection>
    </>
  );
}
