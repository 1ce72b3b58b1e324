import { chakra } from '@chakra-ui/react/styled-system';
import { type ReferralStatsAnswer, type RecentReferral, loyaltyCalls } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Surface } from '../../../ui/components/base/surface';
import { formatCount, formatDecimal, formatDate, FACT_SEPARATOR } from '../../../lib/values/format';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { StatusChip, type ChipTone } from '../../../ui/components/shop/chip';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { useProfile } from '../../../lib/http/current-user';
import { ApplyReferralCode } from './apply-code';
import { ChooseReferralCode } from './choose-code';
import { ReferralCodeTicket } from './code-ticket';

const Figures = chakra(Surface, {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 130px), 1fr))',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
    '& [data-money] dd': { color: 'money' },
  },
});
const Steps = chakra(Surface, {
  base: {
    '& ol': { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
    '& li': {
      display: 'grid',
      gap: '1',
      alignContent: 'start',
      px: { base: '2', md: '4' },
      borderInlineStartWidth: '1px',
      borderColor: 'line',
    },
    '& li:first-of-type': { ps: '0', borderInlineStartWidth: '0' },
    '& b': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
    '& span': { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' },
  },
});

/** What became of the user's link: how many opened it, joined with the code, and bought. */
function ReferralSteps({ stats }: Pick<ReferralStatsAnswer, 'stats'>) {
  const { t } = useTranslation('referral');
  // Openings are counted for a shorter time than friends; a first step below the second would look wrong.
  const isOpenedShown = stats.opened >= stats.total_referrals;
  const steps = [
    ...(isOpenedShown ? [['opened', stats.opened] as const] : []),
    ['friends', stats.total_referrals],
    ['buying', stats.successful_referrals],
  ] as const;
  return (
    <Steps pad="md">
      <ol aria-label={t('stats.steps')}>
        {steps.map(([step, count]) => (
          <li key={step}>
            <b>{formatCount(count)}</b>
            <span>{t(`stats.${step}`)}</span>
          </li>
        ))}
      </ol>
    </Steps>
  );
}

/** What the purchases of friends earned the user. */
function ReferralEarnings({ stats }: Pick<ReferralStatsAnswer, 'stats'>) {
  const { t } = useTranslation('referral');
  return (
    <Figures pad="md" asChild>
      <dl>
        <div data-money="">
          <dt>{t('stats.earned')}</dt>
          <dd>{formatDecimal(stats.total_store_credit)}</dd>
        </div>
        <div>
          <dt>{t('stats.pending')}</dt>
          <dd>{formatDecimal(stats.pending_store_credit)}</dd>
        </div>
      </dl>
    </Figures>
  );
}

const Heading = chakra('h2', { base: { textStyle: 'subheading', mb: '2' } });
const List = chakra('ol', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '4',
    alignItems: 'center',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
  },
});
const Name = chakra('p', { base: { fontWeight: 'medium', lineHeight: 'snug', overflowWrap: 'anywhere' } });
const Small = chakra('p', {
  base: { color: 'muted', textStyle: 'small', mt: '0.5', overflowWrap: 'anywhere' },
});
const Side = chakra('div', { base: { display: 'grid', justifyItems: 'end', gap: '1' } });
const Amount = chakra('p', {
  base: {
    fontWeight: 'semibold',
    textStyle: 'numeric',
    '&[data-state=available]': { color: 'money' },
    '&[data-state=reversed]': { color: 'muted', textDecoration: 'line-through' },
  },
});

const tones: Readonly<Record<RecentReferral['state'], ChipTone>> = {
  pending: 'accent',
  available: 'money',
  reversed: 'muted',
};

/** The five latest orders of friends, each with the credit that it earns the user. */
function RecentReferrals({ referrals }: { readonly referrals: readonly RecentReferral[] }) {
  const { t } = useTranslation('referral');
  return (
    <Surface pad="md">
      <Heading>{t('recent.heading')}</Heading>
      {referrals.length === 0 ? (
        <EmptyState compact sentence={t('recent.none')} />
      ) : (
        <List>
          {referrals.map(({ id, referredUsername, productName, commission, state, createdAt }) => (
            <Row key={id}>
              <div>
                <Name>{referredUsername}</Name>
                <Small>
                  {productName}
                  {FACT_SEPARATOR}
                  <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </Small>
              </div>
              <Side>
                <Amount data-state={state}>{formatDecimal(commission)}</Amount>
                <StatusChip tone={tones[state]}>{t(`recent.state.${state}`)}</StatusChip>
              </Side>
            </Row>
          ))}
        </List>
      )}
    </Surface>
  );
}

const Stack = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Forms = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
});

/** Account tab with the user's referral code, a field for a friend's code, and the earnings by friends. */
export function ReferralsTab() {
  const { t } = useTranslation('referral');
  const profile = useProfile(true);
  const stats = useQuery(queryOptionsFor(loyaltyCalls.referralStats));
  if (profile.data && stats.data) {
    const { referralCode } = profile.data;
    return (
      <Stack>
        <ReferralSteps stats={stats.data.stats} />
        <ReferralEarnings stats={stats.data.stats} />
        {referralCode !== null && <ReferralCodeTicket code={referralCode} />}
        <Forms>
          <ChooseReferralCode code={referralCode} />
          <ApplyReferralCode profile={profile.data} />
        </Forms>
        <RecentReferrals referrals={stats.data.recentReferrals} />
      </Stack>
    );
  }
  if (profile.isError || stats.isError)
    return (
      <ErrorState
        sentence={t('stats.failed')}
        onRetry={() => {
          for (const source of [profile, stats]) if (!source.data) void source.refetch();
        }}
      />
    );
  return (
    <Loading>
      <Stack>
        <Skeleton height="88px" />
        <Skeleton height="240px" />
        <Skeleton height="180px" />
      </Stack>
    </Loading>
  );
}
