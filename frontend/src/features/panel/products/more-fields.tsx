import { chakra } from '@chakra-ui/react/styled-system';
import { COIN_RATES, type Category } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextField } from '../../../ui/components/form/text-field';
import type { FieldName, readFields, TypedFields } from './product-fields';
import { amountWords } from '../shared/read-amount';
import { formatCents } from '../../../lib/values/format';

/** Two fields beside each other where there is room. */
export const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '1fr 1fr' },
  },
});

interface MoreFieldsProps {
  readonly category: Category;
  readonly isCustom: boolean;
  readonly typed: TypedFields;
  readonly wrong: ReturnType<typeof readFields>['wrong'];
  readonly readOnly?: boolean;
  readonly onType: (name: FieldName, text: string) => void;
  readonly onCustom: (isCustom: boolean) => void;
}

/** Coin value, quantity break, label, start of sale and place of a product, new or not. */
export function MoreFields({
  category,
  isCustom,
  typed,
  wrong,
  readOnly,
  onType,
  onCustom,
}: MoreFieldsProps) {
  const { t } = useTranslation('products');
  const [first, second, third] = COIN_RATES.map((rate) => formatCents(rate.centsPerMillion));
  const field = (name: FieldName) => ({
    label: t(`fields.${name}`),
    error: wrong[name] && t(wrong[name], amountWords()),
    autoComplete: 'off',
    readOnly,
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onType(name, event.target.value),
  });
  return (
    <>
      {category === 'coins' && (
        <>
          <Checkbox
            checked={isCustom}
            disabled={readOnly}
            hint={t('details.customHint', { first, second, third })}
            onChange={(event) => onCustom(event.target.checked)}
          >
            {t('details.isCustom')}
          </Checkbox>
          {!isCustom && <TextField hint={t('stock.pool')} inputMode="decimal" {...field('millions')} />}
        </>
      )}
      {!isCustom && (
        <Pair>
          <TextField optional inputMode="numeric" maxLength={3} {...field('bulkMinQuantity')} />
          <TextField optional inputMode="decimal" {...field('bulkPrice')} />
        </Pair>
      )}
      <Pair>
        <TextField optional hint={t('details.amountHint')} maxLength={20} {...field('amount')} />
        <TextField
          optional
          hint={t('details.displayOrderHint')}
          inputMode="numeric"
          maxLength={4}
          {...field('displayOrder')}
        />
      </Pair>
      <TextField
        optional
        hint={t('details.availableFromHint')}
        type="datetime-local"
        {...field('availableFrom')}
      />
    </>
  );
}
