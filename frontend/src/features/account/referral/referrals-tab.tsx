import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { callQuery } from '../../../lib/http/call-api';
import { useProfile } from '../../../lib/http/current-user';
import { ApplyCode } from './apply-code';
import { ChooseCode } from './choose-code';
import { CodeTicket } from './code-ticket';
import { RecentReferrals } from './recent-referrals';
import { ReferralFigures } from './referral-figures';

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

/** The own code, a friend's code, and what friends brought. */
export function ReferralsTab() {
  const { t } = useTranslation('referral');
  const profile = useProfile(true);
  const stats = useQuery(callQuery(loyaltyCalls.referralStats));
  if (profile.data && stats.data) {
    const { referralCode } = profile.data;
    return (
      <Stack>
        <ReferralFigures stats={stats.data.stats} />
        {referralCode !== null && <CodeTicket code={referralCode} />}
        <Forms>
          <ChooseCode code={referralCode} />
          <ApplyCode profile={profile.data} />
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
