import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { showToast } from '../../../lib/browser/toast';
import { CartFoot } from './cart-foot';
import { toCartItem } from './cart-item';
import { CartLine } from './cart-line';
import type { CartLineView } from './cart-lines';
import { useCart } from './cart-store';
import { useCartLines } from './use-cart-lines';

interface CartPanelProps {
  /** Called when the panel becomes visible and when it is unmounted. */
  readonly onDrawn: (drawn: boolean) => void;
  /** Escape, the backdrop or the close button. */
  readonly onClose: () => void;
  /** The cart has goods and the shopper wants to pay. */
  readonly onCheckout: () => void;
}

/** Mounted exactly while the panel is visible, including its closing animation. */
function Witness({ onDrawn }: Pick<CartPanelProps, 'onDrawn'>) {
  useEffect(() => {
    onDrawn(true);
    return () => onDrawn(false);
  }, [onDrawn]);
  return null;
}

/** The cart: a side panel, a sheet on a phone. */
export function CartPanel({ onDrawn, onClose, onCheckout }: CartPanelProps) {
  const { t } = useTranslation('cart');
  const { isOpen, remove, setQuantity, add, acceptPrice } = useCart();
  const list = useRef<HTMLUListElement>(null);
  const checkoutButton = useRef<HTMLButtonElement>(null);
  const lines = useCartLines(isOpen);
  /** The focused line is removed: the next line gets the focus, or the button that always exists. */
  const passFocus = (place: number) => {
    const rows = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? [];
    const next = rows[place + 1] ?? rows[place - 1] ?? checkoutButton.current;
    next?.focus();
  };
  const removeLine = (line: CartLineView) => {
    const { item, product } = line;
    passFocus(lines.indexOf(line));
    remove(item.id);
    showToast({
      title: t('notice.removed'),
      description: t('notice.removedText', { name: product?.name ?? item.name }),
    });
  };
  const take = ({ item, product }: CartLineView, left: number) => {
    if (item.isCustom && product) add(toCartItem(product, 1, left));
    else setQuantity(item.id, left);
  };
  return (
    <SidePanel
      open={isOpen}
      onClose={onClose}
      title={t('title')}
      description={t('description')}
      footer={<CartFoot lines={lines} checkoutButton={checkoutButton} onCheckout={onCheckout} />}
    >
      <Witness onDrawn={onDrawn} />
      {lines.length === 0 && (
        <EmptyState
          compact
          title={t('empty')}
          sentence={t('emptyText')}
          action={<Button onClick={onClose}>{t('browse')}</Button>}
        />
      )}
      <ul ref={list}>
        {lines.map((line) => (
          <CartLine
            key={line.item.id}
            line={line}
            onQuantity={(quantity) =>
              quantity <= 0 ? removeLine(line) : setQuantity(line.item.id, quantity)
            }
            onRemove={() => removeLine(line)}
            onTake={(left) => take(line, left)}
            onAccept={() => line.product && acceptPrice(line.item.id, line.product.price)}
          />
        ))}
      </ul>
    </SidePanel>
  );
}
