import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button } from '../../../ui/components/base/button';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { TextArea } from '../../../ui/components/form/text-field';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { formatDecimal } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { amountWords, readPrice, stepAmount } from '../shared/read-amount';
import { usePanelLang } from '../shared/german';
import { useDraft } from '../shared/use-draft';
import { ProductForm } from './product-form';
import { useEditProduct, type ProductChange } from './use-edit-product';

const Body = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '5', overflowWrap: 'anywhere' },
});
const Ground = chakra(Plinth, { base: { height: '180px' } });
const Art = chakra('span', {
  base: { display: 'grid', width: '150px', height: '150px', overflow: 'hidden' },
});
const Label = chakra('p', { base: { textStyle: 'label', mb: '1' } });
/** Currency sign, shown before an amount but not before the words for no amount. */
const Sign = chakra('span', {
  base: { color: 'muted', me: '0.5', '&:has(+ input:placeholder-shown)': { display: 'none' } },
});
const Boxes = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } });

const FLAGS = ['isHidden', 'isBestValue', 'isLimitedStock'] as const;

/** The description, saved with its button. */
function Description({ product }: { readonly product: AdminProduct }) {
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

function Details({ product }: { readonly product: AdminProduct }) {
  const { t } = useTranslation('products');
  const edit = useEditProduct(product.id);
  const toggle = (change: ProductChange) => void edit(change, product.version);
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
          onChange={() => toggle({ imageFit: isZoomed ? 'cover' : 'contain-zoom' })}
          hint={t('details.zoomHint', amountWords())}
        >
          {t('details.zoom')}
        </Checkbox>
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            checked={product[flag]}
            hint={flag === 'isHidden' ? t('details.isHiddenHint') : undefined}
            onChange={() => toggle({ [flag]: !product[flag] })}
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
          read={(typed) => (typed.trim() === '' ? null : readPrice(typed))}
          step={stepAmount}
          invalid={t('invalid.price', amountWords())}
          version={product.version}
          onSave={(originalPrice, version) => edit({ originalPrice }, version)}
        />
      </div>
      <ProductForm product={product} />
      <Description product={product} />
    </>
  );
}

interface ProductSheetProps {
  readonly product: AdminProduct | undefined;
  readonly onClose: () => void;
}

/** Everything of a product that its card has no place for. */
export function ProductSheet({ product, onClose }: ProductSheetProps) {
  const { t } = useTranslation('products');
  const lang = usePanelLang();
  const shown = useLastDefined(product);
  return (
    <SidePanel
      open={product !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{shown?.name}</span>}
      description={t('details.description')}
    >
      <Body lang={lang}>{shown && <Details key={shown.id} product={shown} />}</Body>
    </SidePanel>
  );
}
