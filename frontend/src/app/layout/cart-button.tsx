import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/components/base/icon';
import { countPieces } from '../../features/market/cart/cart-rules';
import { useCart } from '../../features/market/cart/cart-store';
import { dismissToast } from '../../lib/browser/toast';
import { buttonRecipe } from '../../ui/theme/recipes/button';

const Trigger = chakra('button', buttonRecipe);
const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '-5px',
    insetEnd: '-5px',
    minWidth: '20px',
    px: '1',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '20px',
    textAlign: 'center',
    color: 'onAccent',
    bg: 'accent',
    textStyle: 'numeric',
  },
});

/** Opens the cart and says how many pieces are in it, "99+" above 99. */
export function CartButton() {
  const { t } = useTranslation('shop');
  const open = useCart((state) => state.open);
  const pieces = useCart((state) => countPieces(state.items));
  const label = t('nav.cart', { count: pieces });
  return (
    <Trigger
      type="button"
      size="icon"
      data-tip={label}
      aria-label={label}
      aria-haspopup="dialog"
      data-cart-target
      onClick={() => {
        dismissToast();
        open();
      }}
    >
      <Icon name="cart" />
      {pieces > 0 && <Count aria-hidden="true">{pieces > 99 ? '99+' : pieces}</Count>}
    </Trigger>
  );
}
