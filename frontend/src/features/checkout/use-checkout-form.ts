import type { AccountProfile } from '@pax/contracts';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { emptyFields, type CheckoutFields } from './checkout-form';

interface CheckoutForm {
  readonly form: UseFormReturn<CheckoutFields>;
  /** Makes it as it was before anything was filled in. */
  readonly clear: () => void;
  /** One of the names is still empty. */
  readonly namesMissing: boolean;
}

/** What the buyer fills in, with the names that the account knows (OWN-85, OWN-209). What was typed stays. */
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
    // Without saying so it would keep what was typed, as a new profile does.
    clear: () => form.reset(prefilled ?? emptyFields, { keepDirtyValues: false }),
    namesMissing: inGameName.trim() === '' || discordName.trim() === '',
  };
}
