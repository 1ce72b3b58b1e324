import { chakra } from '@chakra-ui/react/styled-system';
import { priceCart, type Product } from '@pax/contracts';
import { useNavigate } from 'react-router-dom';
import { countPieces } from '../../features/market/cart/cart-items';
import { useCartLines } from '../../features/market/cart/cart-lines';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { CartStatsStrip } from '../../features/market/home/cart-stats-strip';
import { useProducts } from '../../lib/http/use-products';
import { useCart } from '../../features/market/cart/cart-store';
import { QuickActions } from '../../features/market/home/quick-actions';
import { ReferralCard } from '../../features/market/home/referral-card';
import { Reviews } from '../../features/market/home/reviews';
import { LoyaltyCard } from '../../features/account/loyalty/loyalty-card';
import { RecentlyViewedStrip } from '../../features/market/home/recently-viewed-strip';
import { useCurrentUser } from '../../lib/http/current-user';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { homeContent } from '../../lib/values/home-content';
import { dismissToast } from '../../lib/browser/toast';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { WIDE } from '../../ui/theme/media-queries';
import { useIncrementalRender } from '../../lib/hooks/use-incremental-render';

const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '10', md: '14' } },
});

/** Figures of the visit: cart, wishlist, players. */
function ShopperStats() {
  const items = useCart((state) => state.items);
  const wishlist = useWishlist((state) => state.items);
  const products = useProducts().data;
  // The wishlist count includes only products that are still sold.
  const wishlisted = products
    ? wishlist.filter((item) => products.some(({ id }) => id === item.id))
    : wishlist;
  const lines = useCartLines();
  const value = priceCart(lines.map(({ pricing }) => pricing)).total;
  return (
    <CartStatsStrip
      pieces={countPieces(items)}
      valueCents={value}
      wishlistCount={wishlisted.length}
      players={homeContent.activePlayers}
    />
  );
}

interface HomeBelowProps {
  /** The current products; undefined until they are loaded. */
  readonly products: readonly Product[] | undefined;
  readonly onOpen: (product: Product) => void;
}

/** Part of the home page below the products, with the floating menu; loaded after the first view. */
export function HomeBelow({ products, onOpen }: HomeBelowProps) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const invite = useDiscordServerInfo()?.inviteLink;
  const isWide = useMediaQuery(WIDE);
  const openCart = useCart((state) => state.open);
  const openWishlist = () => {
    void navigate('/?wishlist=1');
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  const pieces = [
    <RecentlyViewedStrip key="viewed" products={products} onOpen={onOpen} />,
    <LoyaltyCard key="loyalty" />,
    <Reviews key="reviews" reviews={homeContent.reviews} />,
    <ReferralCard key="referral" me={me} />,
    <ShopperStats key="stats" />,
    isWide && (
      <QuickActions
        key="actions"
        chat={invite ?? '/support'}
        onWishlist={openWishlist}
        onCart={() => {
          dismissToast();
          openCart();
        }}
      />
    ),
  ];
  return <Stack>{pieces.slice(0, useIncrementalRender(pieces.length, true))}</Stack>;
}
