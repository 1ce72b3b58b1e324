import { chakra } from '@chakra-ui/react/styled-system';
import { TIERS } from '@pax/contracts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../../../ui/components/feedback/error-boundary';
import { Skeleton } from '../../../../ui/components/feedback/skeleton';
import { Surface } from '../../../../ui/components/base/surface';
import { lazyPart } from '../../../../lib/lazy/lazy-part';
import { BenefitList } from '../benefit-list';
import { benefitsOf, newBenefits } from '../benefits';
import type { Loyalty } from '../stored-loyalty';
import type { LoyaltyView } from '../use-loyalty';
import { RecentActivity } from './recent-activity';
import { WithinReach } from './within-reach';

const PointsChart = lazyPart(async () => (await import('./points-chart')).PointsChart);

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
const Part = chakra('div', { base: { borderTopWidth: '1px', borderColor: 'line', mt: '4', pt: '4' } });

interface OverviewTabProps {
  readonly loyalty: Loyalty;
  readonly view: LoyaltyView;
  readonly onShop: () => void;
}

/** Points chart, recent activity, and the benefits of this tier and the next. */
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
        <WithinReach offers={view.answer?.shop ?? []} loyalty={loyalty} onShop={onShop} />
        <Surface pad="md">
          <Heading>{t('loyalty:benefits.heading')}</Heading>
          <BenefitList benefits={benefitsOf(membershipTier, tierBonus)} />
          {next && (
            <Part>
              <Quiet>{t('loyalty:benefits.next', { tier: t(`common:tier.${next}`) })}</Quiet>
              <BenefitList benefits={newBenefits(next, membershipTier, tierBonus)} />
            </Part>
          )}
        </Surface>
      </Column>
    </Grid>
  );
}
