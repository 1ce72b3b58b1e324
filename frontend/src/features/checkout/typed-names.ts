import { isRecord } from '../../lib/values/guards';
import { tryOrNull } from '../../lib/storage/browser-store';
import type { CheckoutFields } from './checkout-form';

const KEY = 'pax-typed-names';

export type TypedNames = Pick<CheckoutFields, 'inGameName' | 'discordName'>;
export const NO_NAMES: TypedNames = { inGameName: '', discordName: '' };

/** Stores the names that somebody typed in this tab, since signing in loads the page again. */
export function storeTypedNames(buyer: number | null, names: TypedNames): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify({ ...names, buyer })));
}

export function forgetTypedNames(): void {
  tryOrNull(() => sessionStorage.removeItem(KEY));
}

/** The names that a visitor or this buyer typed in this tab; those of another account are nobody else's. */
export function readTypedNames(buyer: number | null): TypedNames {
  const stored: unknown = tryOrNull(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  if (!isRecord(stored) || (stored['buyer'] !== null && stored['buyer'] !== buyer)) return NO_NAMES;
  const { inGameName, discordName } = stored;
  return typeof inGameName === 'string' && typeof discordName === 'string'
    ? { inGameName, discordName }
    : NO_NAMES;
}
