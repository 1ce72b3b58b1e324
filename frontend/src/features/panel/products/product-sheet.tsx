import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type AdminProduct } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import {
  ProductMoreFields,
  parseProductFields,
  toTypedProductFields,
  type TypedFields,
} from './product-fields';
import { useEditProduct, type ProductChange } from './use-edit-product';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextArea } from '../../../ui/components/form/field';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { formatDecimal } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { createAmountTexts, parsePrice, stepAmount } from '../shared/amount-parsers';
import { usePanelLanguage } from '../shared/panel-language';
import { useDraft } from '../shared/use-draft';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const GOODS = CATEGORIES.filter((category) => category !== 'coins');

interface ProductDraft {
  readonly fields: Partial<TypedFields>;
  readonly isCustom?: boolean;
  /** Version of the product that was shown when typing began. */
  readonly version: number;
}

/** Returns the fields to save, which are those that differ from the product. */
function findChangedProductFields(
  product: AdminProduct,
  draft: ProductDraft,
  values: ReturnType<typeof parseProductFields>['values'],
): ProductChange {
  const shown = toTypedProductFields(product);
  const isTypedField = (name: keyof TypedFields) =>
    draft.fields[name] !== undefined && draft.fields[name] !== shown[name];
  const isCustom = draft.isCustom ?? product.isCustom;
  const becomes = isCustom === product.isCustom ? {} : { isCustom, coinValue: values.coinValue };
  const withBreak =
    isTypedField('bulkMinQuantity') || isTypedField('bulkPrice') || (isCustom && !product.isCustom);
  return {
    ...becomes,
    ...(isTypedField('millions') && { coinValue: values.coinValue }),
    ...(isTypedField('amount') && { amount: values.amount }),
    ...(withBreak && { bulkMinQuantity: values.bulkMinQuantity, bulkPrice: values.bulkPrice }),
    ...(isTypedField('availableFrom') && { availableFrom: values.availableFrom }),
    ...(isTypedField('displayOrder') && { displayOrder: values.displayOrder }),
  };
}

/** Form with the product fields that are saved together by one button. */
function ProductForm({ product }: { readonly product: AdminProduct }) {
  const { t } = useTranslation('products');
  const edit = useEditProduct(product.id);
  const [draft, setDraft] = useState<ProductDraft>();
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const { category, price, originalPrice, version } = product;
  const isCustom = draft?.isCustom ?? product.isCustom;
  const typed = { ...toTypedProductFields(product), ...draft?.fields };
  const { wrong, values } = parseProductFields(typed, { category, price, originalPrice, isCustom });
  const changeDraft = (wanted: Partial<ProductDraft>) =>
    setDraft((known) => ({
      version,
      ...known,
      ...wanted,
      fields: { ...known?.fields, ...wanted.fields },
    }));
  const saveDraft = async () => {
    setTried(true);
    if (!draft || saving || Object.keys(wrong).length > 0) return;
    setSaving(true);
    const outcome = await edit(findChangedProductFields(product, draft, values), draft.version);
    setSaving(false);
    if (outcome === 'saved') {
      setDraft(undefined);
      setTried(false);
    } else if (outcome !== 'failed') changeDraft({ version: outcome.stale ?? draft.version });
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saveDraft();
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
      <ProductMoreFields
        category={category}
        isCustom={isCustom}
        typed={typed}
        wrong={tried ? wrong : {}}
        readOnly={saving}
        onType={(name, text) => changeDraft({ fields: { [name]: text } })}
        onCustom={(wanted) => changeDraft({ isCustom: wanted })}
      />
      {draft && (
        <Button type="submit" size="sm" justifySelf="start" loading={saving}>
          {t('details.saveFields')}
        </Button>
      )}
    </Form>
  );
}

const Body = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '5', overflowWrap: 'anywhere' },
});
const Ground = chakra(Plinth, { base: { height: '180px' } });
const Art = chakra('span', {
  base: { display: 'grid', width: '150px', height: '150px', overflow: 'hidden' },
});
const Label = chakra('p', { base: { textStyle: 'label', mb: '1' } });
/** Currency sign, shown before an amount but not before a text that stands for a missing amount. */
const Sign = chakra('span', {
  base: { color: 'muted', me: '0.5', '&:has(+ input:placeholder-shown)': { display: 'none' } },
});
const Boxes = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } });

const FLAGS = ['isHidden', 'isBestValue', 'isLimitedStock'] as const;

/** Text field for a product's description, with a save button of its own. */
function ProductDescription({ product }: { readonly product: AdminProduct }) {
  const { t } = useTranslation(['products', 'admin']);
  const edit = useEditProduct(product.id);
  const { description: value, version } = product;
  const { draft, state, type, save } = useDraft({
    value,
    version,
    read: (typed) => typed,
    onSave: (description, seen) => edit({ description }, seen),
  });
  const isOutdated = draft !== undefined && draft.seen.value !== value;
  return (
    <chakra.div display="grid" gap="2">
      <TextArea
        label={t('fields.description')}
        maxLength={1000}
        readOnly={state === 'saving'}
        value={draft?.text ?? value}
        error={isOutdated && t('admin:edit.now', { value })}
        onChange={(event) => type(event.target.value)}
      />
      {draft && draft.text !== value && (
        <Button size="sm" justifySelf="start" loading={state === 'saving'} onClick={() => void save()}>
          {t('details.save')}
        </Button>
      )}
    </chakra.div>
  );
}

function ProductDetails({ product }: { readonly product: AdminProduct }) {
  const { t } = useTranslation('products');
  const edit = useEditProduct(product.id);
  const saveToggledField = (change: ProductChange) => void edit(change, product.version);
  const isZoomed = product.imageFit === 'contain-zoom';
  return (
    <>
      <Ground category={product.category}>
        <Art>
          <ArtImage src={product.image} size={150} fit={isZoomed ? product.imageFit : 'contain'} />
        </Art>
      </Ground>
      <Boxes>
        <Checkbox
          checked={isZoomed}
          onChange={() => saveToggledField({ imageFit: isZoomed ? 'cover' : 'contain-zoom' })}
          hint={t('details.zoomHint', createAmountTexts())}
        >
          {t('details.zoom')}
        </Checkbox>
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            checked={product[flag]}
            hint={flag === 'isHidden' ? t('details.isHiddenHint') : undefined}
            onChange={() => saveToggledField({ [flag]: !product[flag] })}
          >
            {t(`details.${flag}`)}
          </Checkbox>
        ))}
      </Boxes>
      <div>
        <Label>{t('fields.originalPrice')}</Label>
        <EditInPlace
          input={{ inputMode: 'decimal', maxLength: 24, placeholder: t('details.noOriginalPrice') }}
          prefix={<Sign>$</Sign>}
          label={t('edit.named', { field: t('fields.originalPrice'), name: product.name })}
          value={product.originalPrice ?? ''}
          format={(price) => (price === '' ? t('details.noOriginalPrice') : formatDecimal(price))}
          read={(typed) => (typed.trim() === '' ? null : parsePrice(typed))}
          step={stepAmount}
          invalid={t('invalid.price', createAmountTexts())}
          version={product.version}
          onSave={(originalPrice, version) => edit({ originalPrice }, version)}
        />
      </div>
      <ProductForm product={product} />
      <ProductDescription product={product} />
    </>
  );
}

interface ProductSheetProps {
  readonly product: AdminProduct | undefined;
  readonly onClose: () => void;
}

/** Side sheet with those details of a product that its card does not show. */
export function ProductSheet({ product, onClose }: ProductSheetProps) {
  const { t } = useTranslation('products');
  const lang = usePanelLanguage();
  const shown = useLastDefined(product);
  return (
    <SidePanel
      open={product !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{shown?.name}</span>}
      description={t('details.description')}
    >
      <Body lang={lang}>{shown && <ProductDetails key={shown.id} product={shown} />}</Body>
    </SidePanel>
  );
}
