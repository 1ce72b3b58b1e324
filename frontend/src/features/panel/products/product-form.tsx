import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type AdminProduct } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { MoreFields } from './more-fields';
import { readFields, typedOf, type TypedFields } from './product-fields';
import { useEditProduct, type ProductChange } from './use-edit-product';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const GOODS = CATEGORIES.filter((category) => category !== 'coins');

interface Draft {
  readonly fields: Partial<TypedFields>;
  readonly isCustom?: boolean;
  /** Version that was seen when typing began. */
  readonly version: number;
}

/** Fields that a product's form sends: those that differ from the product. */
function changesOf(
  product: AdminProduct,
  draft: Draft,
  values: ReturnType<typeof readFields>['values'],
): ProductChange {
  const shown = typedOf(product);
  const isTyped = (name: keyof TypedFields) =>
    draft.fields[name] !== undefined && draft.fields[name] !== shown[name];
  const isCustom = draft.isCustom ?? product.isCustom;
  const becomes = isCustom === product.isCustom ? {} : { isCustom, coinValue: values.coinValue };
  const withBreak = isTyped('bulkMinQuantity') || isTyped('bulkPrice') || (isCustom && !product.isCustom);
  return {
    ...becomes,
    ...(isTyped('millions') && { coinValue: values.coinValue }),
    ...(isTyped('amount') && { amount: values.amount }),
    ...(withBreak && { bulkMinQuantity: values.bulkMinQuantity, bulkPrice: values.bulkPrice }),
    ...(isTyped('availableFrom') && { availableFrom: values.availableFrom }),
    ...(isTyped('displayOrder') && { displayOrder: values.displayOrder }),
  };
}

/** Fields of a product that are saved together, with one button. */
export function ProductForm({ product }: { readonly product: AdminProduct }) {
  const { t } = useTranslation('products');
  const edit = useEditProduct(product.id);
  const [draft, setDraft] = useState<Draft>();
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const { category, price, originalPrice, version } = product;
  const isCustom = draft?.isCustom ?? product.isCustom;
  const typed = { ...typedOf(product), ...draft?.fields };
  const { wrong, values } = readFields(typed, { category, price, originalPrice, isCustom });
  const change = (wanted: Partial<Draft>) =>
    setDraft((known) => ({
      version,
      ...known,
      ...wanted,
      fields: { ...known?.fields, ...wanted.fields },
    }));
  const save = async () => {
    setTried(true);
    if (!draft || saving || Object.keys(wrong).length > 0) return;
    setSaving(true);
    const outcome = await edit(changesOf(product, draft, values), draft.version);
    setSaving(false);
    if (outcome === 'saved') {
      setDraft(undefined);
      setTried(false);
    } else if (outcome !== 'failed') change({ version: outcome.stale ?? draft.version });
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {category !== 'coins' && (
        <SegmentedControl
          label={t('fields.category')}
          options={GOODS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={category}
          onChange={(wanted) => void edit({ category: wanted }, version)}
        />
      )}
      <MoreFields
        category={category}
        isCustom={isCustom}
        typed={typed}
        wrong={tried ? wrong : {}}
        readOnly={saving}
        onType={(name, text) => change({ fields: { [name]: text } })}
        onCustom={(wanted) => change({ isCustom: wanted })}
      />
      {draft && (
        <Button type="submit" size="sm" justifySelf="start" loading={saving}>
          {t('details.saveFields')}
        </Button>
      )}
    </Form>
  );
}
