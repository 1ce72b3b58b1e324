import {
  type AccountProfile,
  type CurrentUser,
  discordName as discordNameSchema,
  gameName,
} from '@pax/contracts';
import { useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { isRecord } from '../../lib/values/is-record';
import { tryOrNull } from '../../lib/storage/browser-storage';

const KEY = 'pax-typed-names';

type TypedNames = Pick<CheckoutFields, 'inGameName' | 'discordName'>;
const NO_NAMES: TypedNames = { inGameName: '', discordName: '' };

/** Stores the names typed in this tab, because a sign-in reloads the page. */
function storeTypedNames(buyer: number | null, names: TypedNames): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify({ ...names, buyer })));
}

function forgetTypedNames(): void {
  tryOrNull(() => sessionStorage.removeItem(KEY));
}

/** Returns the names that a visitor or this buyer typed in this tab; names typed under another account are ignored. */
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
  /** Empties the checkout form after an order. */
  readonly clear: () => void;
  /** True when the game name or the Discord name is empty. */
  readonly namesMissing: boolean;
}

/**
 * The checkout form, prefilled with the account's names. Names typed by the user are kept, even from before the
 * sign-in.
 */
export function useCheckoutForm(
  me: CurrentUser | null | undefined,
  profile: AccountProfile | undefined,
): CheckoutForm {
  const buyer = me?.id ?? null;
  const [typed, setTyped] = useState(() => readTypedNames(buyer));
  // The current user is known before the profile, so that a slow profile leaves no known name empty.
  const account = profile ?? me ?? undefined;
  const prefilled = account && {
    ...emptyFields,
    inGameName: typed.inGameName || (account.minecraftName ?? profile?.lastGameName ?? ''),
    discordName: typed.discordName || (account.discordUsername ?? profile?.lastChatName ?? ''),
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
      // Typed values are dropped here; without the option the form would keep them.
      form.reset(prefilled ?? emptyFields, { keepDirtyValues: false });
    },
    namesMissing: inGameName.trim() === '' || discordName.trim() === '',
  };
}

/** Fields of the checkout form. */
export interface CheckoutFields {
  inGameName: string;
  discordName: string;
  /** True when the buyer confirmed both names, which cannot be changed after paying. */
  namesChecked: boolean;
  consent: boolean;
}

const emptyFields: CheckoutFields = {
  inGameName: '',
  discordName: '',
  namesChecked: false,
  consent: false,
};

/** Problem of a name, as a catalogue key. */
type NameProblem = 'delivery.required' | 'delivery.lookalike' | 'delivery.gameWrong' | 'delivery.chatWrong';

/** Letters of scripts whose letters look like Latin ones, and Latin letters in other forms, such as full-width. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu;

/** Returns the letters of a name that only look like plain ones, each once. */
export const findLookalikes = (typed: string): string =>
  [...new Set(typed.match(LOOKALIKES) ?? [])].join(' ');

/** Checks the game name. Returns its problem, or true if the name is valid. */
export const checkGameName = (typed: string): true | NameProblem => {
  if (typed.trim() === '') return 'delivery.required';
  if (gameName.safeParse(typed).success) return true;
  return findLookalikes(typed) === '' ? 'delivery.gameWrong' : 'delivery.lookalike';
};

export const checkDiscordName = (typed: string): true | NameProblem => {
  if (typed.trim() === '') return 'delivery.required';
  if (discordNameSchema.safeParse(typed).success) return true;
  return findLookalikes(typed) === '' ? 'delivery.chatWrong' : 'delivery.lookalike';
};

/** Returns the edition that a valid game name is read as; undefined while it is not valid. */
export function gameEditionOf(typed: string): 'java' | 'bedrock' | undefined {
  const parsed = gameName.safeParse(typed);
  if (!parsed.success) return undefined;
  return /^\w+$/.test(parsed.data) ? 'java' : 'bedrock';
}

/** True when a name is wrong however it goes on: it has a character that no game name has, or is too long. */
export const isBeyondRepair = (typed: string): boolean => !/^\s*\.?[\w ]{0,16}\s*$/.test(typed);
