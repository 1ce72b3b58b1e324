import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { parseDecimalToCents, type Cents, type Product } from '@pax/contracts';
import { memo } from 'react';
import { Icon } from '../../../ui/components/base/icon';
import { Chip } from '../../../ui/components/shop/chip';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Plinth } from '../../../ui/components/shop/plinth';
import { Surface } from '../../../ui/components/base/surface';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { formatCents } from '../../../lib/values/format';
import type { CatalogActions } from './catalog-actions';
import { ProductCardFooter } from './product-card-footer';
import { ProductPrice } from './product-price';
import { separateAmountLabel, isSoldOut } from './purchase-rules';

const Heart = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: 'touch',
    height: 'touch',
    color: 'muted',
    transition: 'color 120ms, transform 120ms',
    _hover: { color: 'text' },
    _active: { transform: 'translateY(calc(var(--lift) / 2))' },
    '&&&[aria-pressed=true]': { color: 'danger' },
  },
});

interface WishlistButtonProps {
  readonly name: string;
  readonly isOnWishlist: boolean;
  readonly onToggle: () => void;
}

/** Button that adds a product to the wishlist or removes it. */
export function WishlistButton({ name, isOnWishlist, onToggle }: WishlistButtonProps) {
  const { t } = useTranslation('shop');
  return (
    <Heart
      type="button"
      aria-pressed={isOnWishlist}
      aria-label={t(isOnWishlist ? 'wishlist.remove' : 'wishlist.add', { name })}
      onClick={onToggle}
    >
      <Icon name="heart" size={20} filled={isOnWishlist} />
    </Heart>
  );
}

const Row = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });

/** Chips of a product such as "SALE": at most two, the most important first. */
export function ProductChips({ product, most = 2 }: { readonly product: Product; readonly most?: number }) {
  const { t } = useTranslation('shop');
  const chips = [
    product.isBestValue && (
      <Chip key="best" tone="accent" icon="star">
        {t('card.best')}
      </Chip>
    ),
    product.discount !== null && product.discount > 0 && (
      <Chip key="off" tone="money">
        {t('card.off', { percent: product.discount })}
      </Chip>
    ),
    product.isLimitedStock && (
      <Chip key="limited" tone="danger">
        {t('card.limited')}
      </Chip>
    ),
  ].filter((chip) => chip !== false);
  return chips.length > 0 && <Row>{chips.slice(0, most)}</Row>;
}

const ImagePlinth = chakra(Plinth, {
  base: {
    aspectRatio: { base: '1 / 0.86', md: '1 / 0.8' },
    '& img': { transition: 'transform 160ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
  },
});
/** Picture and plinth have the same size, so that the product seems to stand on the plinth. */
const Art = chakra('span', {
  base: {
    position: 'absolute',
    inset: '0',
    mx: 'auto',
    height: 'full',
    aspectRatio: '1',
    '[data-sold-out] &': { opacity: 0.45, filter: 'grayscale(0.6)' },
  },
});
const Corner = chakra('span', { base: { position: 'absolute', top: '0', insetEnd: '0', zIndex: 'lift' } });
const Chips = chakra('span', { base: { position: 'absolute', insetStart: '2', top: '2' } });
const Details = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1.5',
    flex: '1',
    p: { base: '3', md: '3.5' },
    pt: '3',
  },
});
const Title = chakra('h3', {
  base: {
    fontWeight: 'semibold',
    lineHeight: 'snug',
    fontSize: { base: 'sm', md: 'md' },
    overflowWrap: 'anywhere',
    hyphens: 'auto',
  },
});
/** Button with the product's name; its clickable area covers the whole card. */
const Open = chakra('button', {
  base: {
    textAlign: 'start',
    _after: { content: '""', position: 'absolute', inset: '0' },
    _focusVisible: {
      outline: 'none',
      _after: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    },
  },
});
const Amount = chakra('span', {
  base: { color: 'muted', fontWeight: 'normal', fontSize: 'sm', textStyle: 'numeric' },
});
const Extra = chakra('span', {
  base: { fontSize: 'xs', color: 'money', fontWeight: 'medium', textStyle: 'numeric' },
});
const Foot = chakra('div', { base: { mt: 'auto', pt: '1.5', display: 'grid', gap: '2.5' } });

/** Price of one piece from a quantity on; for a member the sum, because a discount is rounded once, on the sum. */
function BulkPrice({ count, cents }: { readonly count: number; readonly cents: Cents }) {
  const { t } = useTranslation('shop');
  const terms = useMemberTerms();
  return (
    <Extra>
      {terms
        ? t('card.bulkSum', { count, price: formatCents(toMemberPrice(count * cents, terms)) })
        : t('card.bulk', { count, price: formatCents(cents) })}
    </Extra>
  );
}

interface ProductCardProps {
  readonly product: Product;
  readonly actions: CatalogActions;
  readonly wishlisted: boolean;
  /** True for a card visible without scrolling, whose picture is loaded at once. */
  readonly eager?: boolean;
  readonly onOpen: (product: Product) => void;
}

/**
 * Product card: name, amount, price, stock and one button; a click anywhere opens the details.
 */
export const ProductCard = memo(function ProductCard({
  product,
  actions,
  wishlisted,
  eager,
  onOpen,
}: ProductCardProps) {
  const { name, bulkMinQuantity, bulkPrice } = product;
  const soldOut = isSoldOut(product);
  const amount = separateAmountLabel(product);
  return (
    <Surface asChild interactive={!soldOut} display="flex" flexDirection="column" height="full">
      <article data-sold-out={soldOut || undefined} data-product={product.id}>
        <ImagePlinth category={product.category}>
          <Art>
            <ArtImage
              src={product.image}

              fit={product.imageFit === 'cover' ? 'contain' : product.imageFit}
              eager={eager}
            />
          </Art>
          <Chips>
            <ProductChips product={product} most={1} />
          </Chips>
        </ImagePlinth>
        <Corner>
          <WishlistButton
            name={name}
            isOnWishlist={wishlisted}
            onToggle={() => actions.toggleWishlist(product)}
          />
        </Corner>
        <Details>
          <Title>
            <Open type="button" aria-haspopup="dialog" onClick={() => onOpen(product)}>
              {name} {amount && <Amount>{amount}</Amount>}
            </Open>
          </Title>
          <Foot>
            <ProductPrice product={product} />
            {bulkMinQuantity !== null && bulkPrice !== null && (
              <BulkPrice count={bulkMinQuantity} cents={parseDecimalToCents(bulkPrice)} />
            )}
            <ProductCardFooter product={product} actions={actions} onOpen={onOpen} />
          </Foot>
        </Details>
      </article>
    </Surface>
  );
});
