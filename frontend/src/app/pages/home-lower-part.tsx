import { chakra } from '@chakra-ui/react/styled-system';
import type { Product } from '@pax/contracts';
import { useNavigate } from 'react-router-dom';
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
