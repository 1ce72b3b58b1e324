import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';

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

interface HeartButtonProps {
  readonly name: string;
  readonly isOnWishlist: boolean;
  readonly onToggle: () => void;
}

/** Puts a product on the wishlist or takes it off. */
export function HeartButton({ name, isOnWishlist, onToggle }: HeartButtonProps) {
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
