import { accountCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { callQuery } from '../../../lib/http/call-api';
import { browserStore } from '../../../lib/storage/browser-store';
import { isRecord } from '../../../lib/values/guards';

interface SeenState {
  /** Id of the newest notice seen in this browser; ids only grow. */
  readonly seen: number;
  readonly see: (id: number) => void;
}

/** Kept in the browser, so that a stolen session cannot mark notices as seen for the owner. */
export const useSeenNotices = create<SeenState>()(
  persist((set) => ({ seen: 0, see: (id) => set((before) => ({ seen: Math.max(before.seen, id) })) }), {
    name: 'pax-security-seen',
    storage: browserStore<Pick<SeenState, 'seen'>>(),
    partialize: ({ seen }) => ({ seen }),
    merge: (stored, state) => {
      const seen = isRecord(stored) ? Number(stored['seen']) : 0;
      return { ...state, seen: Number.isSafeInteger(seen) ? seen : 0 };
    },
  }),
);

/** Security notices, newest first (OWN-366). */
export const useNotices = (enabled = true) =>
  useQuery({ ...callQuery(accountCalls.securityNotices), enabled, staleTime: 0, refetchOnMount: 'always' });

/** Number of notices not yet seen in this browser. */
export function useUnseenNotices(enabled: boolean): number {
  const { data } = useNotices(enabled);
  const seen = useSeenNotices((state) => state.seen);
  return data?.filter(({ id }) => id > seen).length ?? 0;
}
