import { accountCalls, type SecurityNotice, type SecurityNoticeKind } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { browserStorage } from '../../../lib/storage/browser-storage';
import { isRecord } from '../../../lib/values/is-record';
import { Button } from '../../../ui/components/base/button';
import { StatusChip } from '../../../ui/components/shop/chip';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import type { IconName } from '../../../ui/components/base/icon';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { FACT_SEPARATOR, formatDateTime } from '../../../lib/values/format';
import { formatDeviceName } from './device-name';
import { SecurityCard, SecurityList, SecurityRow } from './security-layout';

interface SeenNoticesState {
  /** Id of the newest notice that was seen in this browser, by account id; newer notices have higher ids. */
  readonly seen: Readonly<Record<string, number>>;
  readonly markSeen: (account: number, id: number) => void;
}

/**
 * Seen notices are stored in the browser, so that somebody with a stolen session cannot hide a notice from the owner.
 */
export const useSeenNotices = create<SeenNoticesState>()(
  persist(
    (set) => ({
      seen: {},
      markSeen: (account, id) =>
        set(({ seen }) => ({ seen: { ...seen, [account]: Math.max(seen[account] ?? 0, id) } })),
    }),
    {
      name: 'pax-security-seen',
      storage: browserStorage<Pick<SeenNoticesState, 'seen'>>(),
      partialize: ({ seen }) => ({ seen }),
      merge: (stored, state) => ({
        ...state,
        seen: parseSeenIds(isRecord(stored) ? stored['seen'] : undefined),
      }),
    },
  ),
);

/** Parses the stored ids of seen notices; invalid values are dropped, since users can edit the browser's storage. */
function parseSeenIds(stored: unknown): Record<string, number> {
  if (!isRecord(stored)) return {};
  const ids = Object.entries(stored).map(([account, id]) => [account, Number(id)] as const);
  return Object.fromEntries(ids.filter(([, id]) => Number.isSafeInteger(id)));
}

/** Loads the account's security notices, newest first. */
const useSecurityNotices = (enabled = true) =>
  useQuery({
    ...queryOptionsFor(accountCalls.securityNotices),
    enabled,
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Returns the number of an account's notices that were not seen in this browser. */
export function useUnseenNoticeCount(account: number, enabled: boolean): number {
  const { data } = useSecurityNotices(enabled);
  const seen = useSeenNotices((state) => state.seen[account] ?? 0);
  return data?.filter(({ id }) => id > seen).length ?? 0;
}

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

const Group = chakra('section', {
  base: { display: 'grid', gap: '2', justifyItems: 'start', '& > ul': { width: 'full' } },
});
const GroupHeading = chakra('h3', { base: { fontWeight: 'semibold' } });

interface NoticesCardProps {
  /** Id of the account whose notices are shown. */
  readonly account: number;
}

/** Kinds that somebody can cause again and again; they are listed apart, so that they hide no change. */
const SIGN_INS: ReadonlySet<SecurityNoticeKind> = new Set(['new_browser', 'sessions_ended']);
/** Number of notices that each list shows before it is unfolded. */
const SHOWN = 5;

interface NoticeGroupProps {
  readonly heading: string;
  readonly notices: readonly SecurityNotice[];
  /** Id of the newest notice that was seen before; newer ones are marked. */
  readonly seenBefore: number;
}

/** List of notices, newest first; long ones are folded. */
function NoticeGroup({ heading, notices, seenBefore }: NoticeGroupProps) {
  const { t } = useTranslation('security');
  const [isUnfolded, setUnfolded] = useState(false);
  if (notices.length === 0) return null;
  const shown = isUnfolded ? notices : notices.slice(0, SHOWN);
  const hidden = notices.length - shown.length;
  return (
    <Group>
      <GroupHeading>{heading}</GroupHeading>
      <SecurityList>
        {shown.map((notice) => (
          <SecurityRow
            key={notice.id}
            icon={ICONS[notice.kind]}
            title={t(`notices.kind.${notice.kind}`)}
            chip={notice.id > seenBefore && <StatusChip tone="accent">{t('notices.fresh')}</StatusChip>}
            under={`${formatDeviceName(t, notice)}${FACT_SEPARATOR}${formatDateTime(notice.createdAt)}`}
          />
        ))}
      </SecurityList>
      {hidden > 0 && (
        <Button size="sm" onClick={() => setUnfolded(true)}>
          {t('notices.more', { count: hidden })}
        </Button>
      )}
    </Group>
  );
}

function NoticeList({
  account,
  notices,
}: NoticesCardProps & { readonly notices: readonly SecurityNotice[] }) {
  const { t } = useTranslation('security');
  const see = useSeenNotices((state) => state.markSeen);
  // Notices that were new when the list opened stay marked until it closes.
  const [before] = useState(() => useSeenNotices.getState().seen[account] ?? 0);
  const newest = notices[0]?.id ?? 0;
  useEffect(() => see(account, newest), [see, account, newest]);
  if (notices.length === 0) return <p>{t('notices.none')}</p>;
  const signIns = notices.filter(({ kind }) => SIGN_INS.has(kind));
  const changes = notices.filter(({ kind }) => !SIGN_INS.has(kind));
  return (
    <>
      <NoticeGroup heading={t('notices.changes')} notices={changes} seenBefore={before} />
      <NoticeGroup heading={t('notices.signIns')} notices={signIns} seenBefore={before} />
    </>
  );
}

function LoadedNotices({ account }: NoticesCardProps) {
  const { t } = useTranslation('security');
  const notices = useSecurityNotices();
  if (notices.data) return <NoticeList account={account} notices={notices.data} />;
  if (notices.isError)
    return <ErrorState compact sentence={t('notices.loadFailed')} onRetry={() => void notices.refetch()} />;
  return (
    <Loading>
      <Skeleton height="120px" />
    </Loading>
  );
}

/** Card with the account's security notices, which nobody can delete. */
export function NoticesCard({ account }: NoticesCardProps) {
  const { t } = useTranslation('security');
  return (
    <SecurityCard heading={t('notices.heading')} text={t('notices.text')}>
      <LoadedNotices account={account} />
    </SecurityCard>
  );
}
