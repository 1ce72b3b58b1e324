import { chakra } from '@chakra-ui/react/styled-system';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/components/form/checkbox';
import { TextField } from '../../ui/components/form/field';
import {
  checkDiscordName,
  checkGameName,
  findLookalikes,
  gameEditionOf,
  isBeyondRepair,
  type CheckoutFields,
} from './checkout-form';

const Fields = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { md: '1fr 1fr' }, alignItems: 'start' },
});

type NameField = 'inGameName' | 'discordName';

/** Attributes of both fields for names, which no keyboard may correct. */
const nameAttributes = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 40,
  'aria-required': true,
} as const;

interface DeliverySectionProps {
  readonly form: UseFormReturn<CheckoutFields>;
}

/** Fields for game name and Discord name, which are checked while typing, and have to be confirmed. */
export function DeliverySection({ form }: DeliverySectionProps) {
  const { t } = useTranslation('checkout');
  const { errors } = form.formState;
  const [inGameName, discordName] = useWatch({ control: form.control, name: ['inGameName', 'discordName'] });
  const nameProblemTextOf = (key: string | true | undefined, typed: string) => {
    const letters = findLookalikes(typed);
    if (key === 'delivery.lookalike') return t(key, { letters, count: Array.from(letters).length });
    return key === 'delivery.required' || key === 'delivery.gameWrong' || key === 'delivery.chatWrong'
      ? t(key)
      : undefined;
  };
  const registerName = (field: NameField, validate: (typed: string) => true | string) =>
    form.register(field, {
      validate,
      onChange: () => {
        // After a change the names have to be confirmed again.
        form.setValue('namesChecked', false);
        if (form.getFieldState(field).invalid) void form.trigger(field);
      },
      // A field that was only passed through is not called missing before paying.
      onBlur: () => {
        if (form.getValues(field).trim() !== '') void form.trigger(field);
      },
    });
  const edition = gameEditionOf(inGameName);
  const gameProblem =
    errors.inGameName?.message ?? (isBeyondRepair(inGameName) ? checkGameName(inGameName) : undefined);
  return (
    <>
      <Fields>
        <TextField
          {...nameAttributes}
          label={t('delivery.gameName')}
          hint={t(edition ? `delivery.${edition}` : 'delivery.gameHint')}
          error={nameProblemTextOf(gameProblem, inGameName)}
          {...registerName('inGameName', checkGameName)}
        />
        <TextField
          {...nameAttributes}
          label={t('delivery.chatName')}
          hint={t('delivery.chatHint')}
          error={nameProblemTextOf(errors.discordName?.message, discordName)}
          {...registerName('discordName', checkDiscordName)}
        />
      </Fields>
      <Checkbox
        hint={t('delivery.confirmHint')}
        error={errors.namesChecked && t('delivery.confirmWrong')}
        {...form.register('namesChecked', { validate: (checked) => checked })}
      >
        {t('delivery.confirm')}
      </Checkbox>
    </>
  );
}
