import type { SecurityNotice, SecurityNoticeKind } from '@pax/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/components/shop/chip';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import type { IconName } from '../../../ui/components/base/icon-paths';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { DOT } from '../../../lib/values/dot';
import { formatDateTime } from '../../../lib/values/format';
import { deviceName } from './device-name';
import { SecurityCard, SecurityList, SecurityRow } from './security-card';
import { useNotices, useSeenNotices } from './use-notices';

const ICONS: Readonly<Record<SecurityNoticeKind, IconName>> = {
  new_browser: 'globe',
  discord_linked: 'chat',
  discord_unlinked: 'chat',
  password_set: 'shield',
  password_changed: 'shield',
  password_reset: 'shield',
  sessions_ended: 'logout',
  second_step_added: 'shield',
  second_step_removed: 'shield',
  second_step_reset: 'shield',
  recovery_codes_renewed: 'refresh',
  recovery_code_used: 'alert',
  data_exported: 'receipt',
  deletion_asked: 'trash',
  deletion_taken_back: 'check',
};

interface NoticesCardProps {
  /** Id of the account whose notices are shown. */
  readonly account: number;
}

function Shown({ account, notices }: NoticesCardProps & { readonly notices: readonly SecurityNotice[] }) {
  const { t } = useTranslation('security');
  const see = useSeenNotices((state) => state.see);
  // Notices that were new on opening stay marked while the list is open.
  const [before] = useState(() => useSeenNotices.getState().seen[account] ?? 0);
  const newest = notices[0]?.id ?? 0;
  useEffect(() => see(account, newest), [see, account, newest]);
  if (notices.length === 0) return <p>{t('notices.none')}</p>;
  return (
    <SecurityList>
      {notices.map((notice) => (
        <SecurityRow
          key={notice.id}
          icon={ICONS[notice.kind]}
          title={t(`notices.kind.${notice.kind}`)}
          chip={notice.id > before && <StatusChip tone="accent">{t('notices.fresh')}</StatusChip>}
          under={`${deviceName(t, notice)}${DOT}${formatDateTime(notice.createdAt)}`}
        />
      ))}
    </SecurityList>
  );
}

function Notices({ account }: NoticesCardProps) {
  const { t } = useTranslation('security');
  const notices = useNotices();
  if (notices.data) return <Shown account={account} notices={notices.data} />;
  if (notices.isError)
    return <ErrorState compact sentence={t('notices.loadFailed')} onRetry={() => void notices.refetch()} />;
  return (
    <Loading>
      <Skeleton height="120px" />
    </Loading>
  );
}

/** The account's security notices; they cannot be deleted. */
export function NoticesCard({ account }: NoticesCardProps) {
  const { t } = useTranslation('security');
  return (
    <SecurityCard heading={t('notices.heading')} text={t('notices.text')}>
      <Notices account={account} />
    </SecurityCard>
  );
}
