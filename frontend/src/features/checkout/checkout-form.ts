import {
  type AccountProfile,
  type CurrentUser,
  discordName as discordNameSchema,
  gameName,
} from '@pax/contracts';
import { useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { isRecord } from '../../lib/values/guards';
import { tryOrNull } from '../../lib/storage/browser-store';

const KEY = 'pax-typed-names';

type TypedNames = Pick<CheckoutFields, 'inGameName' | 'discordName'>;
const NO_NAMES: TypedNames = { inGameName: '', discordName: '' };

/** Stores the names typed in this tab, because signing in reloads the page. */
function storeTypedNames(buyer: number | null, names: TypedNames): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify({ ...names, buyer })));
}

function forgetTypedNames(): void {
  tryOrNull(() => sessionStorage.removeItem(KEY));
}

/** The names that a visitor or this buyer typed in this tab; names of another account are ignored. */
function readTypedNames(buyer: number | null): TypedNames {
  const stored: unknown = tryOrNull(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  if (!isRecord(stored) || (stored['buyer'] !== null && stored['buyer'] !== buyer)) return NO_NAMES;
  const { inGameName, discordName } = stored;
  return typeof inGameName === 'string' && typeof discordName === 'string'
    ? { inGameName, discordName }
    : NO_NAMES;
}

interface CheckoutForm {
  readonly form: UseFormReturn<CheckoutFields>;
  /** Resets the form. */
  readonly clear: () => void;
  /** True when one of the names is empty. */
  readonly namesMissing: boolean;
}

/**
 * The checkout form, prefilled with the account's names; edited values are kept, also those that a
 * visitor typed before signing in.
 */
export function useCheckoutForm(
  me: CurrentUser | null | undefined,
  profile: AccountProfile | undefined,
): CheckoutForm {
  const buyer = me?.id ?? null;
  const [typed, setTyped] = useState(() => readTypedNames(buyer));
  const prefilled = profile && {
    ...emptyFields,
    inGameName: typed.inGameName || (profile.minecraftName ?? ''),
    discordName: typed.discordName || (profile.discordUsername ?? ''),
  };
  const form = useForm<CheckoutFields>({
    defaultValues: { ...emptyFields, ...typed },
    values: prefilled,
    resetOptions: { keepDirtyValues: true },
  });
  const [inGameName, discordName] = useWatch({
    control: form.control,
    name: ['inGameName', 'discordName'],
  });
  const { dirtyFields } = form.formState;
  const isTyped = Boolean(dirtyFields.inGameName ?? dirtyFields.discordName);
  useEffect(() => {
    if (isTyped) storeTypedNames(buyer, { inGameName, discordName });
  }, [isTyped, buyer, inGameName, discordName]);
  return {
    form,
    clear: () => {
      forgetTypedNames();
      setTyped(NO_NAMES);
      // Without this option the form would keep the typed values.
      form.reset(prefilled ?? emptyFields, { keepDirtyValues: false });
    },
    namesMissing: inGameName.trim() === '' || discordName.trim() === '',
  };
}

/** Values of the checkout form. */
export interface CheckoutFields {
  inGameName: string;
  discordName: string;
  /** The buyer confirmed both names; they cannot be changed after paying. */
  namesChecked: boolean;
  consent: boolean;
}

const emptyFields: CheckoutFields = {
  inGameName: '',
  discordName: '',
  namesChecked: false,
  consent: false,
};

/** Keys of the catalogue that say what is wrong with a name, or true when nothing is. */
export const checkGameName = (typed: string): true | 'delivery.required' | 'delivery.gameWrong' => {
  if (typed.trim() === '') return 'delivery.required';
  return gameName.safeParse(typed).success || 'delivery.gameWrong';
};

export const checkChatName = (typed: string): true | 'delivery.required' | 'delivery.chatWrong' => {
  if (typed.trim() === '') return 'delivery.required';
  return discordNameSchema.safeParse(typed).success || 'delivery.chatWrong';
};
