import { accountCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { callQuery } from '../../../lib/http/call-api';
import { browserStore } from '../../../lib/storage/browser-store';
import { isRecord } from '../../../lib/values/guards';

interface SeenState {
  /** Id of the newest notice seen in this browser, by account; ids only grow, over all accounts. */
  readonly seen: Readonly<Record<string, number>>;
  readonly see: (account: number, id: number) => void;
}

/** Kept in the browser, so that a stolen session cannot mark notices as seen for the owner. */
export const useSeenNotices = create<SeenState>()(
  persist(
    (set) => ({
      seen: {},
      see: (account, id) =>
        set(({ seen }) => ({ seen: { ...seen, [account]: Math.max(seen[account] ?? 0, id) } })),
    }),
    {
      name: 'pax-security-seen',
      storage: browserStore<Pick<SeenState, 'seen'>>(),
      partialize: ({ seen }) => ({ seen }),
      merge: (stored, state) => ({ ...state, seen: idsIn(isRecord(stored) ? stored['seen'] : undefined) }),
    },
  ),
);

/** The stored ids; other values are dropped, since the browser's owner may have changed them. */
function idsIn(stored: unknown): Record<string, number> {
  if (!isRecord(stored)) return {};
  const ids = Object.entries(stored).map(([account, id]) => [account, Number(id)] as const);
  return Object.fromEntries(ids.filter(([, id]) => Number.isSafeInteger(id)));
}

/** Security notices, newest first. */
export const useNotices = (enabled = true) =>
  useQuery({ ...callQuery(accountCalls.securityNotices), enabled, staleTime: 0, refetchOnMount: 'always' });

/** Number of an account's notices not yet seen in this browser. */
export function useUnseenNotices(account: number, enabled: boolean): number {
  const { data } = useNotices(enabled);
  const seen = useSeenNotices((state) => state.seen[account] ?? 0);
  return data?.filter(({ id }) => id > seen).length ?? 0;
}
