import type { Product } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '../../../ui/components/base/button';
import type { CatalogActions } from './catalog-actions';

interface TellButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'onClick'> {
  readonly product: Product;
  readonly actions: CatalogActions;
}

/** Button of a sold-out product that asks to be told when it is back, and takes that back. */
export function TellButton({ product, actions, ...rest }: TellButtonProps) {
  const { t } = useTranslation('shop');
  const isAskedFor = actions.isAskedFor(product.id);
  const { name } = product;
  return (
    <Button
      {...rest}
      icon={isAskedFor ? 'check' : 'bell'}
      aria-label={t(isAskedFor ? 'wishlist.toldNamed' : 'wishlist.tellNamed', { name })}
      onClick={() => actions.toggleTell(product)}
    >
      {t(isAskedFor ? 'wishlist.told' : 'wishlist.tell')}
    </Button>
  );
}
