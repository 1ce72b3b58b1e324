import type { CheckAuthAnswer } from '@pax/contracts';

/**
 * What the page shows (ADMIN-2.4 to 2.7): `failed` when the check itself failed; `open` stays open while a later check
 * gets no answer – the server refuses every call by itself. `weak`: the account has the right, but not in a session
 * opened by password (OWN-346).
 */
export type Access = 'checking' | 'visitor' | 'denied' | 'weak' | 'blocked' | 'failed' | 'open';

interface Check {
  /** null: nobody is signed in. */
  readonly data: CheckAuthAnswer | null | undefined;
  readonly isError: boolean;
}

export function accessOf({ data, isError }: Check): Access {
  if (data === undefined) return isError ? 'failed' : 'checking';
  if (data === null) return 'visitor';
  if (data.blocked) return 'blocked';
  if (data.isAuthorizedUser) return 'open';
  return data.signInWith ? 'weak' : 'denied';
}
