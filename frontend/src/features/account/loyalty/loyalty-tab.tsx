import { chakra } from '@chakra-ui/react/styled-system';
import { parseAmount, type CustomerTierAnswer, loyaltyCalls, type LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Gauge, GaugeFacts } from '../../../ui/components/shop/gauge';
import { TierBadge } from '../../../ui/components/shop/tier-badge';
import { formatDecimal } from '../../../lib/values/format';
import { Surface } from '../../../ui/components/base/surface';
import { ErrorState, EmptyState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { BenefitList, benefitsOf } from './benefits';
import { TierPlinth } from './tier-status';
import { Button } from '../../../ui/components/base/button';
import { pagedQueryOptions } from '../../../lib/http/paged-list';
import { ActivityList } from './activity-list';
import { useCurrentUser } from '../../../lib/http/current-user';
import { useLoyalty } from './use-loyalty';

const Stack = chakra('div', { base: { display: 'grid', gap: '4' } });
const Label = chakra('p', { base: { color: 'muted', textStyle: 'label', mb: '1' } });
const Next = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Quiet = chakra('span', { base: { color: 'muted', textStyle: 'small' } });

interface TierConditionProps {
  readonly label: string;
  /** Progress of the condition in percent, 0 to 100. */
  readonly percent: number;
  readonly progressText: string;
  readonly missing: string;
}

/** One condition of the next tier: a progress bar with its numbers, and the amount still missing. */
function TierCondition({ label, percent, progressText, missing }: TierConditionProps) {
  const { t } = useTranslation('loyalty');
  const share = t('tierCard.percent', { percent: Math.floor(percent) });
  return (
    <div>
      <Gauge
        kind="progress"
        tone="loyalty"
        size="sm"
        value={percent}
        max={100}
        label={label}
        valueText={`${progressText}, ${share}`}
      >
        {share}
      </Gauge>
      <GaugeFacts reached={progressText} missing={missing} />
    </div>
  );
}

/** The next tier with the progress by spending and by orders; a note for the highest tier. */
function NextTier({ answer }: { readonly answer: CustomerTierAnswer }) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { nextTier, progress, missing, stats } = answer;
  const spent = formatDecimal(stats.totalSpent);
  if (!nextTier)
    return (
      <div>
        <Label>{t('loyalty:progress.top')}</Label>
        <Quiet>{t('loyalty:progress.topText', { spent })}</Quiet>
      </div>
    );
  const tier = t(`common:tier.${nextTier.icon}`);
  return (
    <Stack>
      <div>
        <Label>{t('loyalty:tierCard.next')}</Label>
        <Next>
          <TierBadge tier={nextTier.icon} />
          <Quiet>{t('loyalty:benefits.discount', { percent: nextTier.discount })}</Quiet>
        </Next>
      </div>
      <TierCondition
        label={t('loyalty:tierCard.spending')}
        percent={progress.spent}
        progressText={t('loyalty:progress.of', { spent, required: formatDecimal(nextTier.minSpent) })}
        missing={
          (parseAmount(missing.spent) ?? 0) > 0
            ? t('loyalty:progress.remaining', { amount: formatDecimal(missing.spent), tier })
            : t('loyalty:tierCard.done')
        }
      />
      {nextTier.minOrders > 0 && (
        <TierCondition
          label={t('loyalty:tierCard.orders')}
          percent={progress.orders}
          progressText={t('loyalty:tierCard.ordersOf', {
            orders: stats.totalOrders,
            required: nextTier.minOrders,
          })}
          missing={
            missing.orders > 0
              ? t('loyalty:tierCard.ordersMissing', { count: missing.orders, tier })
              : t('loyalty:tierCard.done')
          }
        />
      )}
    </Stack>
  );
}

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '5', lg: '8' },
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    mb: '4',
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
  },
});
const Top = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '4',
    alignItems: 'center',
    mb: '4',
  },
});
const TierHeading = chakra('h2', { base: { color: 'muted', textStyle: 'label' } });
const Name = chakra('p', { base: { textStyle: 'heading', overflowWrap: 'anywhere' } });
const Discount = chakra('p', { base: { textStyle: 'small' } });

interface TierCardViewProps {
  readonly answer: CustomerTierAnswer;
  /** True when the shop grants bonus percents for tiers. */
  readonly tierBonus: boolean;
}

function TierCardView({ answer, tierBonus }: TierCardViewProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { icon, color, discount } = answer.currentTier;
  return (
    <Card pad="md">
      <div>
        <Top>
          <TierPlinth tier={icon} size={88} />
          <div>
            <TierHeading>{t('loyalty:tierCard.heading')}</TierHeading>
            <Name color={color}>{t('loyalty:tierOf', { tier: t(`common:tier.${icon}`) })}</Name>
            <Discount>
              {discount > 0
                ? t('loyalty:benefits.discount', { percent: discount })
                : t('loyalty:tierCard.noDiscount')}
            </Discount>
          </div>
        </Top>
        {/* Benefits are listed in the user's language, because the server's answer has only English sentences. */}
        <BenefitList benefits={benefitsOf(icon, tierBonus).filter(({ key }) => key !== 'discount')} />
      </div>
      <NextTier answer={answer} />
    </Card>
  );
}

/** Card of the user's tier: its benefits, the next tier, and what the user lacks for it. */
function TierCard({ tierBonus }: Pick<TierCardViewProps, 'tierBonus'>) {
  const { t } = useTranslation('loyalty');
  const tier = useQuery(queryOptionsFor(loyaltyCalls.customerTier));
  if (tier.data) return <TierCardView answer={tier.data} tierBonus={tierBonus} />;
  return (
    <Surface pad="md" mb="4">
      {tier.isPending ? (
        <Loading>
          <Top>
            <Skeleton width="88px" height="88px" />
            <SkeletonText lines={2} />
          </Top>
          <SkeletonText lines={4} />
        </Loading>
      ) : (
        <ErrorState compact sentence={t('tierCard.failed')} onRetry={() => void tier.refetch()} />
      )}
    </Surface>
  );
}

/** Number of rows per page of the points history. */
const PAGE = '25';

const HistoryHeading = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const More = chakra('div', { base: { display: 'grid', justifyItems: 'center', gap: '2', pt: '4' } });
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** History of the user's points, page by page; pending points are listed first. */
function PointsHistory({ pending }: Pick<LoyaltyAnswer, 'pending'>) {
  const { t } = useTranslation('loyalty');
  const history = useInfiniteQuery(pagedQueryOptions(loyaltyCalls.loyaltyHistory, { limit: PAGE }));
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const renderRows = () => {
    if (history.isPending)
      return (
        <Loading>
          <SkeletonText lines={6} />
        </Loading>
      );
    if (!history.data)
      return <ErrorState compact sentence={t('activity.failed')} onRetry={() => void history.refetch()} />;
    if (pending.length + entries.length === 0) return <EmptyState compact sentence={t('activity.none')} />;
    return <ActivityList pending={pending} transactions={entries} hasTypes />;
  };
  return (
    <Surface pad="md">
      <HistoryHeading>{t('activity.all')}</HistoryHeading>
      {renderRows()}
      {history.hasNextPage && (
        <More>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('activity.more')}
          </Button>
          <div aria-live="polite">
            {history.isFetchNextPageError && <Failed>{t('activity.failed')}</Failed>}
          </div>
        </More>
      )}
    </Surface>
  );
}

/** Account tab with the user's tier and points. */
export function LoyaltyTab() {
  const { tierBonus, answer } = useLoyalty(useCurrentUser());
  return (
    <>
      <TierCard tierBonus={tierBonus} />
      <PointsHistory pending={answer?.pending ?? []} />
    </>
  );
}
