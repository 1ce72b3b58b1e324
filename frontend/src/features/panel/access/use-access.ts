import { type CheckAuthAnswer, authCalls, type RightsHolder, type SignInMethod } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/browser/toast';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { fetchOrNull } from '../../../lib/http/fetcher';

/**
 * Access state of the panel: `weak` needs a stronger sign-in, `step` the second step; `open` stays after a failed
 * recheck.
 */
export type Access = 'checking' | 'visitor' | 'denied' | 'weak' | 'step' | 'blocked' | 'failed' | 'open';

interface AccessCheck {
  /** Answer of the access check; null if no user is signed in. */
  readonly data: CheckAuthAnswer | null | undefined;
  readonly isError: boolean;
}

export function toPanelAccess({ data, isError }: AccessCheck): Access {
  if (data === undefined) return isError ? 'failed' : 'checking';
  if (data === null) return 'visitor';
  if (data.blocked) return 'blocked';
  if (data.isAuthorizedUser) return 'open';
  if (data.needsSecondStep) return 'step';
  return data.signInWith ? 'weak' : 'denied';
}

/** Interval of the access check, ms. */
export const RECHECK_MS = 30_000;

interface PanelAccess {
  readonly access: Access;
  readonly holder: RightsHolder;
  /** Sign-in methods that would give access to the panel. */
  readonly signInWith: readonly SignInMethod[];
  /** True when the last access check failed, so that the shown data may be outdated. */
  readonly isStale: boolean;
  readonly recheck: () => void;
}

/** Returns the access state, checked again every 30 s; the panel's cached data are deleted when access is lost. */
export function useAccess(): PanelAccess {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const check = useQuery({
    ...queryOptionsFor(authCalls.checkAuth),
    queryFn: fetchOrNull<CheckAuthAnswer>,
    staleTime: 0,
    refetchInterval: RECHECK_MS,
    refetchIntervalInBackground: true,
  });
  const access = toPanelAccess(check);
  const { role = 'customer', rights } = check.data ?? {};
  const holder = useMemo((): RightsHolder => ({ role, rights: rights ?? [] }), [role, rights]);
  const denied = t('access.denied.toast');
  const deniedText = t('access.denied.toastText');
  const failed = t('access.failed.toast');

  useEffect(() => {
    if (access === 'denied') showToast({ title: denied, description: deniedText, kind: 'error' });
    if (access === 'failed') showToast({ title: failed, kind: 'error' });
    if (access === 'open' || access === 'checking') return;
    client.removeQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === 'panel' || (queryKey[1] === 'admin' && queryKey[2] !== 'check-auth'),
    });
  }, [access, client, denied, deniedText, failed]);

  return {
    access,
    holder,
    signInWith: check.data?.signInWith ?? [],
    isStale: check.isError && access === 'open',
    recheck: () => void check.refetch(),
  };
}
