import { chakra } from '@chakra-ui/react/styled-system';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../components/checkbox';
import { Icon } from '../../components/icon';
import { TextField } from '../../components/text-field';
import type { BasketLine } from './basket';
import { checkChatName, checkGameName, type CheckoutFields } from './checkout-form';

const Fields = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { md: '1fr 1fr' }, alignItems: 'start' },
});
const Note = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    color: 'muted',
    textStyle: 'small',
    '& svg': { flexShrink: 0, mt: '1px' },
  },
});
const Notes = chakra('div', { base: { display: 'grid', gap: '1.5' } });

interface DeliveryStepProps {
  readonly form: UseFormReturn<CheckoutFields>;
  readonly lines: readonly BasketLine[];
}

/** Both names, both needed and looked at once more, and when the goods come (SHOP-2.57, OWN-85, OWN-87). */
export function DeliveryStep({ form, lines }: DeliveryStepProps) {
  const { t } = useTranslation('checkout');
  const { errors } = form.formState;
  const worded = (key: string | undefined) =>
    key === 'delivery.required' || key === 'delivery.gameWrong' || key === 'delivery.chatWrong'
      ? t(key)
      : undefined;
  // A name that was changed after it was looked at has to be looked at again.
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
      <Notes>
        {lines.some(({ category }) => category === 'coins') && (
          <Note>
            <Icon name="zap" size={18} />
            {t('delivery.whenCoins')}
          </Note>
        )}
        {lines.some(({ category }) => category !== 'coins') && (
          <Note>
            <Icon name="truck" size={18} />
            {t('delivery.whenOther')}
          </Note>
        )}
      </Notes>
    </>
  );
}
