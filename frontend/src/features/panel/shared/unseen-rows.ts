import { useEffect, useRef, type RefObject, useCallback } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

/** Time that a new row has to be visible before it counts as seen, ms. */
export const SEEN_MS = 4_000;

/** Calls `onSeen` once an unseen element was visible for four seconds in a visible window. */
export function useReportSeen(element: RefObject<Element | null>, fresh: boolean, onSeen: () => void): void {
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    const target = element.current;
    if (!fresh || !target) return undefined;
    let inView = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateTimer = () => {
      clearTimeout(timer);
      if (inView && !document.hidden) timer = setTimeout(() => seen.current(), SEEN_MS);
    };
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      updateTimer();
    });
    observer.observe(target);
    document.addEventListener('visibilitychange', updateTimer);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', updateTimer);
    };
  }, [element, fresh]);
}

/** Ids of rows, by tab, that arrived while the panel was open and were not seen yet. */
type UnseenIds = Readonly<Record<string, readonly number[]>>;

const FRESH = ['panel', 'fresh'] as const;
const NONE: UnseenIds = {};
const NO_IDS: readonly number[] = [];

const changeUnseenIds = (
  client: QueryClient,
  tab: string,
  update: (ids: readonly number[]) => readonly number[],
): void =>
  void client.setQueryData<UnseenIds>(FRESH, (all = NONE) => ({ ...all, [tab]: update(all[tab] ?? NO_IDS) }));

/** Marks a row that arrived in a tab as unseen. */
export const markUnseen = (client: QueryClient, tab: string, id: number): void =>
  changeUnseenIds(client, tab, (ids) => (ids.includes(id) ? ids : [...ids, id]));

/** Removes the unseen mark of a row that was seen or is gone. */
export const markSeen = (client: QueryClient, tab: string, id: number): void =>
  changeUnseenIds(client, tab, (ids) => ids.filter((other) => other !== id));

export const unseenIdsOf = (client: QueryClient, tab: string): readonly number[] =>
  client.getQueryData<UnseenIds>(FRESH)?.[tab] ?? NO_IDS;

const useAllUnseen = (): UnseenIds =>
  useQuery({ queryKey: FRESH, queryFn: () => NONE, initialData: NONE, enabled: false }).data;

/** Returns the ids of a tab's unseen rows. */
export const useUnseenIds = (tab: string): readonly number[] => useAllUnseen()[tab] ?? NO_IDS;

/** Returns the number of unseen rows in all tabs. */
export const useUnseenRowCount = (): number => Object.values(useAllUnseen()).flat().length;

export function useMarkSeen(tab: string): (id: number) => void {
  const client = useQueryClient();
  return useCallback((id) => markSeen(client, tab, id), [client, tab]);
}
