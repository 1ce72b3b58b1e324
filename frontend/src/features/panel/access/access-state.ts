import type { CheckAuthAnswer } from '@pax/contracts';

/**
 * The panel's access state. `open` survives a failed recheck, since the server checks every call; `weak`
 * lacks a strong sign-in, `step` has to pass the second step.
 */
export type Access = 'checking' | 'visitor' | 'denied' | 'weak' | 'step' | 'blocked' | 'failed' | 'open';

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
  if (data.needsSecondStep) return 'step';
  return data.signInWith ? 'weak' : 'denied';
}
