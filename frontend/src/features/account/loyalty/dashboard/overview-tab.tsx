import { chakra } from '@chakra-ui/react/styled-system';
import { type RewardOfferAnswer, type LoyaltyAnswer, TIERS } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Suspense } from 'react';
import { Button } from '../../../../ui/components/base/button';
import { Surface } from '../../../../ui/components/base/surface';
import { formatCount } from '../../../../lib/values/format';
import type { Loyalty } from '../stored-loyalty';
import { useLoyaltyTexts } from '../use-loyalty-texts';
import { offerStateOf } from './offer-card';
import { ActivityList } from '../activity-list';
import { ErrorBoundary } from '../../../../ui/components/feedback/error-boundary';
import { Skeleton } from '../../../../ui/components/feedback/skeleton';
import { lazyComponent } from '../../../../lib/lazy/lazy-component';
import { BenefitList, benefitsOf, findNewBenefits } from '../benefits';
import type { LoyaltyView } from '../use-loyalty';

/** Maximum number of reward offers shown on the overview. */
const MAX_OFFERS = 3;

const List = chakra('ul', { base: { display: 'grid', gap: '2', mb: '4' } });
const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '3',
  },
});
const Cost = chakra('span', {
  base: { color: 'loyalty', fontWeight: 'semibold', textStyle: 'numeric', whiteSpace: 'nowrap' },
});

interface RedeemableOffersProps {
  readonly offers: readonly RewardOfferAnswer[];
  readonly loyalty: Loyalty;
  readonly onShop: () => void;
}

/** Reward offers that the account can redeem, the most expensive first; renders nothing if there are none. */
function RedeemableOffers({ offers, loyalty, onShop }: RedeemableOffersProps) {
  const { t } = useTranslation('loyalty');
  const { rewardName } = useLoyaltyTexts();
  const open = offers
    .filter((offer) => offerStateOf(offer, loyalty).kind === 'open')
    .toSorted((a, b) => b.pointsCost - a.pointsCost)
    .slice(0, MAX_OFFERS);
  if (open.length === 0) return null;
  return (
    <Surface pad="md">
      <Heading>{t('reach.heading')}</Heading>
      <List>
        {open.map((offer) => (
          <Row key={offer.id}>
            <span>{rewardName(offer.id, offer)}</span>
            <Cost>{t('shop.cost', { points: formatCount(offer.pointsCost) })}</Cost>
          </Row>
        ))}
      </List>
      <Button icon="gift" onClick={onShop}>
        {t('rewards.toShop')}
      </Button>
    </Surface>
  );
}

/** Number of recent entries of the points history shown on the overview. */
const MAX_ENTRIES = 5;

const ActivityHeading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });
const NoActivity = chakra('p', { base: { color: 'muted' } });

/** The five latest entries of the points history, pending ones first. */
export function RecentActivity({ transactions, pending }: Pick<LoyaltyAnswer, 'transactions' | 'pending'>) {
  const { t } = useTranslation('loyalty');
  return (
    <Surface pad="md">
      <ActivityHeading>{t('activity.heading')}</ActivityHeading>
      {pending.length + transactions.length > 0 ? (
        <ActivityList
          pending={pending.slice(0, MAX_ENTRIES)}
          transactions={transactions.slice(0, Math.max(0, MAX_ENTRIES - pending.length))}
        />
      ) : (
        <NoActivity>{t('activity.none')}</NoActivity>
      )}
    </Surface>
  );
}

const PointsChart = lazyComponent(async () => (await import('./points-chart')).PointsChart);

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  },
});
const Column = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const Quiet = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const Section = chakra('div', { base: { borderTopWidth: '1px', borderColor: 'line', mt: '4', pt: '4' } });

interface OverviewTabProps {
  readonly loyalty: Loyalty;
  readonly view: LoyaltyView;
  readonly onShop: () => void;
}

/** Overview of the loyalty dashboard: points chart, recent activity, benefits of this tier and the next one. */
export function OverviewTab({ loyalty, view, onShop }: OverviewTabProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { tierBonus } = view;
  const { membershipTier, transactions } = loyalty;
  const next = TIERS[TIERS.indexOf(membershipTier) + 1];
  return (
    <Grid>
      <Column>
        {transactions.length > 1 && (
          <Surface pad="md">
            <Heading>{t('loyalty:chart.heading')}</Heading>
            <ErrorBoundary>
              <Suspense fallback={<Skeleton height="190px" />}>
                <PointsChart loyalty={loyalty} />
              </Suspense>
            </ErrorBoundary>
          </Surface>
        )}
        <RecentActivity transactions={transactions} pending={view.answer?.pending ?? []} />
      </Column>
      <Column>
        <RedeemableOffers offers={view.answer?.shop ?? []} loyalty={loyalty} onShop={onShop} />
        <Surface pad="md">
          <Heading>{t('loyalty:benefits.heading')}</Heading>
          <BenefitList benefits={benefitsOf(membershipTier, tierBonus)} />
          {next && (
            <Section>
              <Quiet>{t('loyalty:benefits.next', { tier: t(`common:tier.${next}`) })}</Quiet>
              <BenefitList benefits={findNewBenefits(next, membershipTier, tierBonus)} />
            </Section>
          )}
        </Surface>
      </Column>
    </Grid>
  );
}
