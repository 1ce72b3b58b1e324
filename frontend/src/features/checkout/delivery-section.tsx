import { chakra } from '@chakra-ui/react/styled-system';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/components/form/checkbox';
import { TextField } from '../../ui/components/form/text-field';
import { checkChatName, checkGameName, type CheckoutFields } from './checkout-form';

const Fields = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { md: '1fr 1fr' }, alignItems: 'start' },
});
interface DeliverySectionProps {
  readonly form: UseFormReturn<CheckoutFields>;
}

/** Both names, both required and to be confirmed. */
export function DeliverySection({ form }: DeliverySectionProps) {
  const { t } = useTranslation('checkout');
  const { errors } = form.formState;
  const worded = (key: string | undefined) =>
    key === 'delivery.required' || key === 'delivery.gameWrong' || key === 'delivery.chatWrong'
      ? t(key)
      : undefined;
  // A changed name has to be confirmed again.
  const changed = () => form.setValue('namesChecked', false);
  const name = {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    maxLength: 40,
    'aria-required': true,
  } as const;
  return (
    <>
      <Fields>
        <TextField
          {...name}
          label={t('delivery.gameName')}
          hint={t('delivery.gameHint')}
          error={worded(errors.inGameName?.message)}
          {...form.register('inGameName', { validate: checkGameName, onChange: changed })}
        />
        <TextField
          {...name}
          label={t('delivery.chatName')}
          hint={t('delivery.chatHint')}
          error={worded(errors.discordName?.message)}
          {...form.register('discordName', { validate: checkChatName, onChange: changed })}
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
