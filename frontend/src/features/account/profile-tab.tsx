import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountProfile } from '@pax/contracts';
import { ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { useProfile } from '../../lib/http/current-user';
import { BalanceCard } from './balance-card';
import { JoinServerCard } from './join-server/join-server-card';
import { ProfileForm } from './profile-form';
import { ReceiptMailCard } from './receipt-mail-card';
import { Chip } from '../../ui/components/shop/chip';

const Line = chakra('p', { base: { mb: '4', color: 'muted', textStyle: 'small' } });

/** The VIP badge, or that it is held back; nothing for accounts without one. */
function VipBadge({ profile }: { readonly profile: AccountProfile }) {
  const { t } = useTranslation('account');
  if (profile.frozenVipBadge) return <Line>{t('vip.frozen')}</Line>;
  if (profile.vipBadge !== true) return null;
  return (
    <Line>
      <Chip tone="loyalty" icon="star">
        {t('vip.badge')}
      </Chip>
    </Line>
  );
}

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
