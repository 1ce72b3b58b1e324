import { chakra } from '@chakra-ui/react/styled-system';
import type { HoldLimit, Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { toMemberPrice, useMemberTerms } from '../../../lib/http/member-price';
import { formatCents } from '../../../lib/values/format';
import type { CatalogActions } from './catalog-actions';
import { WishlistButton, ProductChips } from './product-card';
import { PurchaseFields, usePurchaseEntry } from './purchase-fields';
import { separateAmountLabel, isSoldOut } from './purchase-rules';
import { SimilarGoods } from './similar-goods';
import { TellButton } from './tell-button';

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '4', md: '6' },
    gridTemplateColumns: { md: '260px minmax(0, 1fr)' },
    alignItems: 'start',
  },
});
const ImagePlinth = chakra(Plinth, { base: { aspectRatio: { base: '16 / 9', md: '1' }, width: 'full' } });
const Art = chakra('span', {
  base: { position: 'absolute', inset: '0', mx: 'auto', height: 'full', aspectRatio: '1' },
});
const Corner = chakra('span', { base: { position: 'absolute', top: '0', insetEnd: '0' } });
/** Chips are stacked, because side by side they would cover the picture. */
const Chips = chakra('span', {
  base: {
    position: 'absolute',
    insetStart: '2',
    top: '2',
    '& > span': { flexDirection: 'column', alignItems: 'start' },
  },
});

interface ProductDialogProps {
  readonly product: Product;
  /** Coins available for purchase; undefined until they are loaded. */
  readonly pool: number | undefined;
  /** The buyer's hold limit for the product, if it is lower than the stock. */
  readonly limit: HoldLimit | undefined;
  readonly actions: CatalogActions;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Shows another product instead. */
  readonly onOpen: (product: Product) => void;
}

/** Dialog with the details of a product, its quantity or amount, and its price. */
export function ProductDialog(props: ProductDialogProps) {
  const { product, limit, actions, open, onClose, onOpen } = props;
  const { t } = useTranslation('shop');
  const terms = useMemberTerms();
  const entry = usePurchaseEntry(props);
  const { cents, wanted } = entry;
  const soldOut = isSoldOut(product);
  const title = [product.name, separateAmountLabel(product)].filter(Boolean).join(' · ');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size={product.isCustom ? 'lg' : 'md'}
      footer={
        soldOut ? (
          <TellButton
            product={product}
            actions={actions}
            kind={actions.isAskedFor(product.id) ? undefined : 'primary'}
            size="lg"
            width="full"
          />
        ) : (
          <Button
            kind="primary"
            size="lg"
            width="full"
            icon="cart"
            disabled={limit?.available === 0}
            onClick={(event) => {
              actions.add(product, wanted, event.currentTarget);
              if (cents !== undefined) onClose();
            }}
          >
            {cents === undefined
              ? t('dialog.addBare')
              : t('dialog.add', { price: formatCents(toMemberPrice(cents, terms)) })}
          </Button>
        )
      }
    >
      <Layout>
        <ProductPicture product={product} actions={actions} />
        <PurchaseFields product={product} limit={limit} entry={entry} />
      </Layout>
      {soldOut && <SimilarGoods product={product} onOpen={onOpen} />}
    </Dialog>
  );
}

function ProductPicture({ product, actions }: Pick<ProductDialogProps, 'product' | 'actions'>) {
  return (
    <ImagePlinth category={product.category}>
      <Art>
        <ArtImage
          src={product.image}
          fit={product.imageFit === 'cover' ? 'contain' : product.imageFit}
          eager
        />
      </Art>
      <Corner>
        <WishlistButton
          name={product.name}
          isOnWishlist={actions.isOnWishlist(product.id)}
          onToggle={() => actions.toggleWishlist(product)}
        />
      </Corner>
      <Chips>
        <ProductChips product={product} />
      </Chips>
    </ImagePlinth>
  );
}
