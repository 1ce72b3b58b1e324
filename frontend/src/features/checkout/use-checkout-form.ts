import type { AccountProfile } from '@pax/contracts';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { emptyFields, type CheckoutFields } from './checkout-form';

interface CheckoutForm {
  readonly form: UseFormReturn<CheckoutFields>;
  /** Resets the form. */
  readonly clear: () => void;
  /** One of the names is still empty. */
  readonly namesMissing: boolean;
}

/** The checkout form, prefilled with the account's names; edited values are kept (OWN-85, OWN-209). */
export function useCheckoutForm(profile: AccountProfile | undefined): CheckoutForm {
  const prefilled = profile && {
    ...emptyFields,
    inGameName: profile.minecraftName ?? '',
    discordName: profile.discordUsername ?? '',
  };
  const form = useForm<CheckoutFields>({
    defaultValues: emptyFields,
    values: prefilled,
    resetOptions: { keepDirtyValues: true },
  });
  const [inGameName, discordName] = useWatch({
    control: form.control,
    name: ['inGameName', 'discordName'],
  });
  return {
    form,
    // Without this option the form would keep the typed values.
    clear: () => form.reset(prefilled ?? emptyFields, { keepDirtyValues: false }),
    namesMissing: inGameName.trim() === '' || discordName.trim() === '',
  };
}
