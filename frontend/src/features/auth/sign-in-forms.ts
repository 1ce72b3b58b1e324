import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest, registerRequest } from '@pax/contracts';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type Mode = 'signIn' | 'register';

/** What is typed; `confirmPassword` is compared here and never sent (SHOP-5.3). */
export interface Credentials {
  username: string;
  password: string;
  confirmPassword: string;
  discordId: string;
}

export const NOTHING_TYPED: Credentials = { username: '', password: '', confirmPassword: '', discordId: '' };

const MISMATCH = 'mismatch';

/** The body of the call: an empty Discord id is left out. */
export const bodyOf = (mode: Mode, { username, password, discordId }: Credentials) =>
  mode === 'register' && discordId.trim() !== ''
    ? { username, password, discordId: discordId.trim() }
    : { username, password };

/** Checks by the contracts' schemas, so that the form and the server refuse the same. */
export const resolverOf =
  (mode: Mode): Resolver<Credentials> =>
  async (typed, context, options) => {
    const schema = mode === 'register' ? registerRequest : loginRequest;
    const check = zodResolver(schema) as unknown as Resolver<Partial<Credentials>>;
    const { errors } = await check(bodyOf(mode, typed), context, {
      ...options,
      criteriaMode: 'firstError',
    } as never);
    const all: FieldErrors<Credentials> = { ...(errors as FieldErrors<Credentials>) };
    if (mode === 'register' && typed.confirmPassword !== typed.password) {
      all.confirmPassword = { type: MISMATCH };
    }
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values: typed, errors: {} };
  };

/** The catalogue's key below `problem` for what is wrong with a field. */
export function problemKey(field: keyof Credentials, type: string) {
  if (type === MISMATCH) return 'mismatch';
  if (type === 'taken') return 'usernameTaken';
  if (field === 'discordId') return 'discordIdForm';
  if (field === 'username' && type !== 'too_small' && type !== 'too_big') return 'usernameForm';
  if (field === 'username') return type === 'too_big' ? 'usernameLong' : 'usernameShort';
  return type === 'too_big' ? 'passwordLong' : 'passwordShort';
}
