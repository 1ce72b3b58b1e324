import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECKOUT_REWARD_CATEGORIES, loyaltyCalls, getRewardState, type Reward } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { TickingNumber } from '../../ui/components/shop/ticking-number';
import { formatCount } from '../../lib/values/format';
import { CreditSection, RewardChooser } from './credit-and-reward-code';
import { DeliverySection } from './delivery-section';
import { PaySection } from './pay/pay-section';
import { PaymentFacts } from './pay/payment-facts';
import { TrustFacts } from './pay/trust-facts';
import type { CheckoutCart } from './checkout-cart';
import { QuoteReceipt } from './quote-receipt';
import type { Checkout } from './use-checkout';
import { queryOptionsFor } from '../../lib/http/call-api';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { useNow } from '../../lib/hooks/use-now';
import { WIDE } from '../../ui/theme/media-queries';

const Root = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    py: '5',
    [`@media ${WIDE}`]: { py: '3.5' },
    '&:first-child': { pt: '1' },
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
  /** Number of the step; none for what is only looked at. */
  readonly place: number | undefined;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <Heading id={id}>
        {place !== undefined && <Number aria-hidden="true">{place}</Number>}
        <span>{title}</span>
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

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 400px',
    columnGap: '10',
    alignItems: 'start',
  },
});

interface CheckoutSectionsProps {
  readonly checkout: Checkout;
  readonly cart: CheckoutCart;
  readonly open: boolean;
  /** True when the prices are an estimate, as they are for a visitor. */
  readonly isEstimate: boolean;
  readonly onPreview: (points: number) => void;
  readonly onLeave: () => void;
}

/** Goods with their prices, step by step, and notes on a price that is not confirmed. */
function ReceiptPart({ checkout, cart, isEstimate }: CheckoutSectionsProps) {
  const { t } = useTranslation('checkout');
  const { view, profile } = checkout;
  return (
    <>
      <QuoteReceipt quote={view.quote} tier={profile?.membershipTier ?? 'bronze'} cart={cart} />
      {isEstimate && <Note>{t('receipt.estimate')}</Note>}
      {checkout.isUnconfirmed && (
        <Note aria-live="polite">
          {t('receipt.offline')}{' '}
          <Button size="sm" icon="refresh" loading={view.isLoading} onClick={view.retry}>
            {t('receipt.again')}
          </Button>
        </Note>
      )}
    </>
  );
}

type CreditPartProps = CheckoutSectionsProps & Pick<ComponentProps<typeof RewardChooser>, 'typed' | 'onType'>;

/** Credit, reward code and the points to come. */
function CreditPart({ checkout, open, onPreview, typed, onType }: CreditPartProps) {
  const { signedIn, profile, buyer, view } = checkout;
  const { quote } = view;
  const rewards = useRewardCodes(signedIn && open);
  return (
    <>
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
            typed={typed}
            onType={onType}
          />
          <LoyaltyPreview points={quote.points} onPlay={() => onPreview(quote.points)} />
        </>
      )}
    </>
  );
}

/**
 * Sections of the checkout: one column of four, or two columns: to whom and how to pay, beside the receipt. The order
 * of the elements is the order on the screen, so that the Tab key follows it.
 */
export function CheckoutSections(props: CheckoutSectionsProps) {
  const { checkout, onLeave } = props;
  const { t } = useTranslation('checkout');
  const isWide = useMediaQuery(WIDE);
  const [typedCode, setTypedCode] = useState('');
  const { form, lines, methods } = checkout;
  const parts = {
    what: <ReceiptPart {...props} />,
    whom: <DeliverySection form={form} />,
    credit: <CreditPart {...props} typed={typedCode} onType={setTypedCode} />,
    pay: (
      <PaySection
        form={form}
        signedIn={checkout.signedIn}
        methods={methods}
        method={checkout.method}
        onMethod={checkout.setMethod}
        isFree={checkout.isFree}
        onLeave={onLeave}
      />
    ),
  };
  const renderSection = (step: keyof typeof parts, place?: number) => (
    <CheckoutSection key={step} place={place} title={t(`steps.${step}`)}>
      {parts[step]}
    </CheckoutSection>
  );
  if (isWide)
    return (
      <Columns>
        <div>{[renderSection('whom', 1), renderSection('pay', 2)]}</div>
        <div>
          <div>{[renderSection('what'), renderSection('credit')]}</div>
          <PaymentFacts methods={methods} lines={lines} />
        </div>
      </Columns>
    );
  return (
    <>
      <div>
        {[
          renderSection('what', 1),
          renderSection('whom', 2),
          renderSection('credit', 3),
          renderSection('pay', 4),
        ]}
      </div>
      <PaymentFacts methods={methods} lines={lines} />
      <TrustFacts methods={methods} />
    </>
  );
}
