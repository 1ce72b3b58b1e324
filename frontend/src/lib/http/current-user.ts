import { accountCalls, authCalls, type CurrentUser } from '@pax/contracts';
import { useQuery, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { tryOrNull } from '../storage/browser-storage';
import { fetchOrNull } from './fetcher';
import { FRESH_MS } from './query-client';
import { queryOptionsFor } from './call-api';

/** Name of the session hint cookie, the same as the backend's SIGNED_IN_COOKIE. */
const NAME = 'pax_signed_in';

/**
 * Reads the cookie that says that a user may be signed in. It is only a hint, because only the server knows the
 * session.
 */
export function readSessionHint(): string | undefined {
  const pair = (tryOrNull(() => document.cookie) ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1);
}

/** Deletes the hint of an ended session, unless another tab has signed in meanwhile. */
function forgetSessionHint(seen: string): void {
  if (readSessionHint() === seen) document.cookie = `${NAME}=; path=/; max-age=0; samesite=lax`;
}

/** Requests the current user only if there is a session hint, because a visitor's 401 would appear in the console. */
async function fetchCurrentUser(context: QueryFunctionContext): Promise<CurrentUser | null> {
  const hint = readSessionHint();
  if (hint === undefined) return null;
  const user = await fetchOrNull<CurrentUser>(context);
  if (user === null) forgetSessionHint(hint);
  return user;
}

const meQuery = {
  ...queryOptionsFor(authCalls.me),
  queryFn: fetchCurrentUser,
  retry: false,
  staleTime: FRESH_MS,
} as const;

/** Returns the signed-in user; null for a visitor, undefined until the answer arrives. */
export const useCurrentUser = (): CurrentUser | null | undefined => useQuery(meQuery).data;

/** Tells whether the request for the current user failed, and returns a function that repeats the request. */
export function useCurrentUserFailure() {
  const { data, isError, isFetching, refetch } = useQuery(meQuery);
  return { isUnknown: isError && data === undefined, isAsking: isFetching, ask: () => void refetch() };
}

export const prefetchCurrentUser = async (client: QueryClient): Promise<void> =>
  await client.prefetchQuery(meQuery);

/** Loads the account's profile with credit and discounts, if `enabled`. */
export const useProfile = (enabled: boolean) =>
  useQuery({ ...queryOptionsFor(accountCalls.profile), enabled });
