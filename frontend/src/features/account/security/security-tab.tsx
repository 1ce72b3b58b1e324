import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/feedback/empty-state';
import { Loading, Skeleton } from '../../../components/feedback/skeleton';
import { useProfile } from '../../../lib/http/current-user';
import { PasswordCard } from '../password/password-card';
import { NoticesCard } from './notices-card';
import { SessionsCard } from './sessions-card';

/** Security page: password, sessions and security notices. */
export function SecurityTab({ account }: { readonly account: number }) {
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
  const { username, discordId } = profile.data;
  return (
    <>
      <PasswordCard username={username} linked={discordId !== null} />
      <SessionsCard />
      <NoticesCard account={account} />
    </>
  );
}
