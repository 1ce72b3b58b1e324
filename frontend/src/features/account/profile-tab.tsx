import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/feedback/empty-state';
import { Loading, Skeleton } from '../../components/feedback/skeleton';
import { useProfile } from '../../lib/http/current-user';
import { BalanceCard } from './balance-card';
import { JoinServerCard } from './join-server/join-server-card';
import { ProfileForm } from './profile-form';
import { ReceiptMailCard } from './receipt-mail-card';
import { VipBadge } from './vip-badge';

/** The profile, once it is there. */
export function ProfileTab() {
  const { t } = useTranslation('account');
  const profile = useProfile(true);
  if (profile.isPending)
    return (
      <Loading>
        <Skeleton height="280px" />
      </Loading>
    );
  if (!profile.data)
    return <ErrorState sentence={t('profile.loadFailed')} onRetry={() => void profile.refetch()} />;
  return (
    <>
      <VipBadge profile={profile.data} />
      <BalanceCard profile={profile.data} />
      <ProfileForm profile={profile.data} />
      <ReceiptMailCard />
      <JoinServerCard isLinked={profile.data.discordId !== null} />
    </>
  );
}
