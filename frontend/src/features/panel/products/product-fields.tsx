import {
  COINS_PER_MILLION,
  parseDecimalToCents,
  MAX_DISPLAY_ORDER,
  MAX_PIECES,
  findProductFault,
  type AdminProduct,
  type Category,
  COIN_RATES,
} from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { parsePrice, createAmountTexts } from '../shared/amount-parsers';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextField } from '../../../ui/components/form/field';
import { formatCents } from '../../../lib/values/format';

/** Empty texts of the form fields of a product. */
export const EMPTY_FIELDS = {
  amount: '',
  millions: '',
  bulkMinQuantity: '',
  bulkPrice: '',
  availableFrom: '',
  displayOrder: '',
};
export type TypedFields = typeof EMPTY_FIELDS;
type FieldName = keyof TypedFields;

/** Values of other form fields that decide how a field is parsed. */
interface FieldContext {
  readonly category: Category;
  /** Price in the form in which calls send it; undefined while the typed text is no price. */
  readonly price: string | undefined;
  readonly originalPrice: string | null;
  readonly isCustom: boolean;
}

/** Pattern for amounts in millions. Refuses "1.500", which could mean one and a half or one thousand five hundred. */
const MILLIONS = /^(?!.*[1-9]\d*[.,]\d{3}$)\d{1,7}(?:[.,]\d{1,6})?$/;

const nullIfEmpty = <T,>(typed: string, read: (text: string) => T | undefined): T | null | undefined =>
  typed.trim() === '' ? null : read(typed.trim());
const createWholeNumberParser = (least: number, most: number) => (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
const parseMillionsOfCoins = (text: string) => {
  const coins = MILLIONS.test(text) ? Math.round(Number(text.replace(',', '.')) * COINS_PER_MILLION) : 0;
  return coins > 0 ? coins : undefined;
};
const parseLocalTime = (text: string) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

/** Parses the typed product fields and returns problems by field, as catalogue keys of `invalid` or `fault`. */
export function parseProductFields(
  typed: TypedFields,
  { category, price, originalPrice, isCustom }: FieldContext,
) {
  const isCoins = category === 'coins';
  const values = {
    amount: typed.amount.trim() || null,
    coinValue: isCoins && !isCustom ? nullIfEmpty(typed.millions, parseMillionsOfCoins) : null,
    bulkMinQuantity: isCustom
      ? null
      : nullIfEmpty(typed.bulkMinQuantity, createWholeNumberParser(2, MAX_PIECES)),
    bulkPrice: isCustom ? null : nullIfEmpty(typed.bulkPrice, parsePrice),
    availableFrom: nullIfEmpty(typed.availableFrom, parseLocalTime),
    displayOrder: nullIfEmpty(typed.displayOrder, createWholeNumberParser(1, MAX_DISPLAY_ORDER)),
  };
  const wrong: Partial<
    Record<FieldName, `invalid.${FieldName}` | `fault.${NonNullable<typeof found>['fault']}`>
  > = {};
  for (const name of ['bulkMinQuantity', 'bulkPrice', 'availableFrom', 'displayOrder'] as const)
    if (values[name] === undefined) wrong[name] = `invalid.${name}`;
  if (isCoins && !isCustom && !values.coinValue) wrong.millions = 'invalid.millions';
  const toCentsOrNull = (amount: string | null | undefined) =>
    amount == null ? null : parseDecimalToCents(amount);
  const found = findProductFault(
    {
      category,
      isCustom,
      coinValue: values.coinValue ?? null,
      priceCents: toCentsOrNull(price) ?? Number.POSITIVE_INFINITY,
      originalPriceCents: toCentsOrNull(originalPrice),
      bulkMinQuantity: values.bulkMinQuantity ?? null,
      bulkPriceCents: toCentsOrNull(values.bulkPrice),
      availableFrom: values.availableFrom == null ? null : new Date(values.availableFrom),
    },
    new Set(['bulkPriceCents', 'availableFrom']),
    Date.now(),
  );
  const at = found?.field === 'availableFrom' ? 'availableFrom' : 'bulkPrice';
  if (found) wrong[at] ??= `fault.${found.fault}`;
  return { wrong, values };
}

const padToTwoDigits = (part: number) => String(part).padStart(2, '0');
/** Formats a time for a `datetime-local` field: local time, to the minute. */
function formatLocalTime(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${padToTwoDigits(at.getMonth() + 1)}-${padToTwoDigits(at.getDate())}`;
  return `${day}T${padToTwoDigits(at.getHours())}:${padToTwoDigits(at.getMinutes())}`;
}

/** Converts a product's values into the texts of the form fields. */
export const toTypedProductFields = (product: AdminProduct): TypedFields => ({
  amount: product.amount ?? '',
  millions: product.coinValue === null ? '' : String(product.coinValue / COINS_PER_MILLION),
  bulkMinQuantity: String(product.bulkMinQuantity ?? ''),
  bulkPrice: product.bulkPrice ?? '',
  availableFrom: formatLocalTime(product.availableFrom),
  displayOrder: String(product.displayOrder ?? ''),
});

/** Pair of form fields, side by side if they fit. */
export const FieldPair = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '1fr 1fr' },
  },
});

interface ProductMoreFieldsProps {
  readonly category: Category;
  readonly isCustom: boolean;
  readonly typed: TypedFields;
  readonly wrong: ReturnType<typeof parseProductFields>['wrong'];
  readonly readOnly?: boolean;
  readonly onType: (name: FieldName, text: string) => void;
  readonly onCustom: (isCustom: boolean) => void;
}

/** Form fields for coin value, quantity price, label, start of sale and position of a product. */
export function ProductMoreFields({
  category,
  isCustom,
  typed,
  wrong,
  readOnly,
  onType,
  onCustom,
}: ProductMoreFieldsProps) {
  const { t } = useTranslation('products');
  const [first, second, third] = COIN_RATES.map((rate) => formatCents(rate.centsPerMillion));
  const productFieldProps = (name: FieldName) => ({
    label: t(`fields.${name}`),
    error: wrong[name] && t(wrong[name], createAmountTexts()),
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
          {!isCustom && (
            <TextField hint={t('stock.pool')} inputMode="decimal" {...productFieldProps('millions')} />
          )}
        </>
      )}
      {!isCustom && (
        <FieldPair>
          <TextField optional inputMode="numeric" maxLength={3} {...productFieldProps('bulkMinQuantity')} />
          <TextField optional inputMode="decimal" {...productFieldProps('bulkPrice')} />
        </FieldPair>
      )}
      <FieldPair>
        <TextField optional hint={t('details.amountHint')} maxLength={20} {...productFieldProps('amount')} />
        <TextField
          optional
          hint={t('details.displayOrderHint')}
          inputMode="numeric"
          maxLength={4}
          {...productFieldProps('displayOrder')}
        />
      </FieldPair>
      <TextField
        optional
        hint={t('details.availableFromHint')}
        type="datetime-local"
        {...productFieldProps('availableFrom')}
      />
    </>
  );
}
