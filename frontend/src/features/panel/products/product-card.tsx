import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminProduct } from '@pax/contracts';
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { IconButton } from '../../../ui/components/base/icon-button';
import { Surface } from '../../../ui/components/base/surface';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { Plinth } from '../../../ui/components/shop/plinth';
import { useFileDrop } from '../../../lib/hooks/use-file-drop';
import { formatDecimal, formatCount } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { createAmountTexts, parsePrice, parseStock, stepAmount, stepStock } from '../shared/amount-parsers';
import { UploadButton, UploadState, useUploadImage, type ImageUpload } from './image-upload';
import { parseImageAddress, stockLevelOf } from './product-filter';
import { useEditProduct } from './use-edit-product';
import { StatusChip } from '../../../ui/components/shop/chip';

const STOCK_TONES = { plenty: 'money', low: 'accent', none: 'danger' } as const;
const StockRow = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', ps: '2' },
});
const StockNote = chakra('span', { base: { color: 'muted', textStyle: 'tiny' } });

interface StockBadgeProps {
  readonly product: AdminProduct;
  readonly pieces: number;
}

/** Badge with the available stock, and with the pieces that open checkouts hold. */
function StockBadge({ product: { onHand, held }, pieces }: StockBadgeProps) {
  const { t } = useTranslation('products');
  const level = stockLevelOf(pieces);
  const missing = held - onHand;
  return (
    <StockRow>
      <StatusChip tone={STOCK_TONES[level]}>
        {t(`stock.${level}`, { pieces: formatCount(pieces) })}
      </StatusChip>
      {missing > 0 && <StockNote>{t('stock.missing', { count: missing })}</StockNote>}
      {missing <= 0 && held > 0 && <StockNote>{t('stock.held', { count: held })}</StockNote>}
    </StockRow>
  );
}

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateColumns: '96px minmax(0, 1fr)',
    columnGap: '1',
    rowGap: '1',
    p: '3',
    alignContent: 'start',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 212px',
    '&[data-selected]': { '--notch-edge': 'colors.accent' },
    '&[data-dropping]': { '--notch-edge': 'colors.money' },
  },
});
const Ground = chakra(Plinth, { base: { width: '96px', height: '96px' } });
const Art = chakra('span', { base: { display: 'grid', width: '76px', height: '76px', overflow: 'hidden' } });
const Head = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1',
    alignContent: 'start',
    minWidth: '0',
  },
});
const Top = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', mt: '-2', me: '-2' },
});
const Reference = chakra('span', { base: { color: 'muted', textStyle: 'tiny', ps: '2', me: 'auto' } });
const Values = chakra('div', {
  base: {
    gridColumn: '1 / -1',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '3',
  },
});
const Label = chakra('p', { base: { color: 'muted', textStyle: 'tiny', px: '2' } });
const Sign = chakra('span', { base: { color: 'muted', me: '0.5' } });
const ImageLine = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: '1' },
});
const FromPool = chakra('p', {
  base: {
    px: '2',
    minHeight: { base: 'touch', lg: '36px' },
    display: 'flex',
    alignItems: 'center',
    color: 'muted',
    fontSize: 'sm',
    lineHeight: 'snug',
  },
});

export interface BaseCardProps {
  readonly product: AdminProduct;
  /** Pieces that customers can buy now. */
  readonly pieces: number;
}

/** Frame of a product card: picture, number and badge; further content stands beside or below. */
export function ProductCardFrame(
  props: BaseCardProps & {
    readonly image: string;
    readonly selected: boolean;
    readonly actions: ReactNode;
    readonly title: ReactNode;
    /** Handlers for picture files dropped onto the card. */
    readonly drop?: ReturnType<typeof useFileDrop>;
    readonly children?: ReactNode;
  },
) {
  const { product, pieces, image, selected, actions, title, drop, children } = props;
  return (
    <Card
      data-product={product.id}
      data-selected={selected ? '' : undefined}
      data-dropping={drop?.isOver ? '' : undefined}
      {...drop?.handlers}
    >
      <Ground category={product.category}>
        <Art>
          <ArtImage src={image} size={76} fit={product.imageFit === 'cover' ? 'contain' : product.imageFit} />
        </Art>
      </Ground>
      <Head>
        <Top>
          <Reference>#{product.id}</Reference>
          {actions}
        </Top>
        {title}
        <StockBadge product={product} pieces={pieces} />
      </Head>
      {children}
    </Card>
  );
}

/** Price, stock and image of a product card, which can be edited directly on the card. */
function ProductCardFields({
  product,
  upload,
  onImage,
}: BaseCardProps & {
  readonly upload: ImageUpload;
  readonly onImage: (typed: string | undefined) => void;
}) {
  const { t } = useTranslation('products');
  const edit = useEditProduct(product.id);
  const { name } = product;
  return (
    <Values>
      <div>
        <Label>{t('fields.price')}</Label>
        <EditInPlace
          input={{ inputMode: 'decimal', maxLength: 24 }}
          label={t('edit.named', { field: t('fields.price'), name })}
          value={product.price}
          format={formatDecimal}
          prefix={<Sign>$</Sign>}
          read={parsePrice}
          step={stepAmount}
          invalid={t('invalid.price', createAmountTexts())}
          version={product.version}
          onSave={(price, version) => edit({ price }, version)}
        />
      </div>
      <div>
        <Label>{t('fields.stock')}</Label>
        {product.coinValue === null && !product.isCustom ? (
          <EditInPlace
            input={{ inputMode: 'numeric', maxLength: 24 }}
            label={t('edit.named', { field: t('fields.stock'), name })}
            value={String(product.onHand)}
            read={parseStock}
            step={stepStock}
            invalid={t('invalid.stock')}
            version={product.stockVersion}
            onSave={(stock, version) => edit({ stock }, version)}
          />
        ) : (
          <FromPool>{t('stock.pool')}</FromPool>
        )}
      </div>
      <chakra.div gridColumn="1 / -1" mt="1">
        <Label>{t('fields.image')}</Label>
        <ImageLine>
          <EditInPlace
            input={{ inputMode: 'url', maxLength: 500, placeholder: t('fields.noImage') }}
            label={t('edit.named', { field: t('fields.image'), name })}
            value={product.image}
            read={parseImageAddress}
            invalid={t('invalid.image')}
            onDraft={onImage}
            version={product.version}
            onSave={(image, version) => edit({ image }, version)}
          />
          <UploadButton upload={upload} name={name} />
        </ImageLine>
        <UploadState upload={upload} />
      </chakra.div>
    </Values>
  );
}

interface ProductCardProps extends BaseCardProps {
  readonly selected: boolean;
  readonly onSelect: (id: number, selected: boolean) => void;
  readonly onOpen: (id: number) => void;
  readonly onDelete: (id: number) => void;
}

/** Card of a product whose name, price, stock and image can be edited directly on the card. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, pieces, selected, onSelect, onOpen, onDelete } = props;
  const { t } = useTranslation('products');
  const [draft, setDraft] = useState<string>();
  const edit = useEditProduct(product.id);
  const seen = { value: product.image, version: product.version };
  const upload = useUploadImage(seen, (url, version) => edit({ image: url }, version));
  const drop = useFileDrop((files) => void upload.upload(files));
  const { id, name } = product;
  const image = draft === undefined ? product.image : (parseImageAddress(draft) ?? '');
  return (
    <ProductCardFrame
      drop={drop}
      product={product}
      pieces={pieces}
      selected={selected}
      image={upload.preview ?? image}
      actions={
        <>
          <IconButton icon="settings" label={t('details.open', { name })} onClick={() => onOpen(id)} />
          <IconButton icon="trash" label={t('delete.named', { name })} onClick={() => onDelete(id)} />
          <Checkbox checked={selected} onChange={(event) => onSelect(id, event.target.checked)}>
            <VisuallyHidden>{t('select.named', { name })}</VisuallyHidden>
          </Checkbox>
        </>
      }
      title={
        <EditInPlace
          input={{ maxLength: 80 }}
          label={t('edit.named', { field: t('fields.name'), name })}
          value={name}
          read={(typed) => typed.trim() || undefined}
          invalid={t('invalid.name')}
          version={product.version}
          onSave={(wanted, version) => edit({ name: wanted }, version)}
        />
      }
    >
      <ProductCardFields product={product} pieces={pieces} upload={upload} onImage={setDraft} />
    </ProductCardFrame>
  );
});
