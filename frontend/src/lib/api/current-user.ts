import type { AccountProfile, CurrentUser } from '@pax/contracts';
import { useQuery, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { readOrNull } from '../fetcher';
import { FRESH_MS } from '../query-client';
import { ME, PROFILE } from './keys';
import { forgetSessionHint, sessionHint } from './session-hint';

/** Asks only where somebody signed in: to visitors the answer would be an error in their console. */
async function readMe(context: QueryFunctionContext): Promise<CurrentUser | null> {
  const hint = sessionHint();
  if (hint === undefined) return null;
  const user = await readOrNull<CurrentUser>(context);
  if (user === null) forgetSessionHint(hint);
  return user;
}

const meQuery = {
  queryKey: ME,
  queryFn: readMe,
  retry: false,
  staleTime: FRESH_MS,
} as const;

/** Who is signed in: the user, null for a visitor, undefined while unknown (SHOP-7.6, SHOP-4.21). */
export const useMe = (): CurrentUser | null | undefined => useQuery(meQuery).data;

/** Whether nobody knows who is signed in since the server did not say, with a way to ask it again (OWN-302). */
export function useUnknownSession() {
  const { data, isError, isFetching, refetch } = useQuery(meQuery);
  return { isUnknown: isError && data === undefined, isAsking: isFetching, ask: () => void refetch() };
}

export const prefetchMe = async (client: QueryClient): Promise<void> => await client.prefetchQuery(meQuery);

/** The account's profile with credit and discounts; asked for only when `enabled` (SHOP-7.13). */
export const useProfile = (enabled: boolean) => useQuery<AccountProfile>({ queryKey: PROFILE, enabled });
