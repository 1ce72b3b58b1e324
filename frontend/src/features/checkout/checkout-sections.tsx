import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECKOUT_REWARD_CATEGORIES, loyaltyCalls, getRewardState, type Reward } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCount } from '../../lib/values/format';
import { CreditSection, RewardChooser } from './credit-and-reward-code';
import { DeliverySection } from './delivery-section';
import { PaySection } from './pay-section';
import { QuoteReceipt } from './quote-receipt';
import type { Checkout } from './use-checkout';
import { queryOptionsFor } from '../../lib/http/call-api';
import { useNow } from '../../lib/hooks/use-now';

const Root = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    py: '5',
    _first: { pt: '1' },
    '& + &': { borderTopWidth: '1px', borderColor: 'line' },
  },
});
const Heading = chakra('h3', {
  base: { display: 'flex', alignItems: 'center', gap: '2.5', textStyle: 'subheading' },
});
const Number = chakra('span', {
  base: {
    layerStyle: 'notchClip',
    display: 'grid',
    placeItems: 'center',
    width: '26px',
    height: '26px',
    bg: 'raised',
    color: 'accent',
    fontSize: 'sm',
    fontWeight: 'bold',
    fontFamily: 'body',
    textStyle: 'numeric',
  },
});

/** Numbered section of the checkout; all sections are visible at once. */
function CheckoutSection({
  place,
  title,
  children,
}: {
  readonly place: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <Heading id={id}>
        <Number aria-hidden="true">{place}</Number>
        {title}
      </Heading>
      {children}
    </Root>
  );
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    ps: '3.5',
    py: '2',
    pe: '2',
    bg: 'bg',
    borderInlineStartWidth: '4px',
    borderColor: 'loyalty',
    '& > svg': { color: 'loyalty', flexShrink: 0 },
    '& > p': { flex: '1 1 140px', textStyle: 'small' },
    '& b': { color: 'loyalty' },
  },
});

interface LoyaltyPreviewProps {
  readonly points: number;
  /** Plays the celebration that the buyer will see once the purchase's points are booked. */
  readonly onPlay: () => void;
}

/** Points that this purchase earns, with a button that previews their celebration. */
function LoyaltyPreview({ points, onPlay }: LoyaltyPreviewProps) {
  const { t } = useTranslation('checkout');
  if (points <= 0) return null;
  return (
    <Row>
      <Icon name="star" size={20} />
      <p>
        {t('loyalty.earn')}{' '}
        <b>
          <TickingNumber value={points} format={(count) => `+${formatCount(count)}`} />
        </b>{' '}
        {t('loyalty.once')}
      </p>
      <Button size="sm" kind="bare" onClick={onPlay}>
        {t('loyalty.play')}
      </Button>
    </Row>
  );
}

const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Returns the account's reward codes that can be used now, those that expire soonest first. */
function useRewardCodes(enabled: boolean): readonly Reward[] {
  const { data } = useQuery({ ...queryOptionsFor(loyaltyCalls.loyalty), enabled });
  const now = useNow();
  const usable = (data?.rewards ?? []).filter(
    (reward) =>
      CHECKOUT_REWARD_CATEGORIES.includes(reward.category) &&
      reward.isFrozen !== true &&
      getRewardState(reward, now) === 'active',
  );
  return usable.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
}

interface CheckoutSectionsProps {
  readonly checkout: Checkout;
  readonly open: boolean;
  /** True when the prices are an estimate, as they are for a visitor. */
  readonly isEstimate: boolean;
  readonly onPreview: (points: number) => void;
  readonly onLeave: () => void;
}

/** Sections of the checkout: items, recipient, credit and payment. */
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
            <Button size="sm" icon="refresh" loading={view.isLoading} onClick={view.retry}>
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
