import { chakra } from '@chakra-ui/react/styled-system';
import { price } from '@pax/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { SidePanel } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { tell } from '../../lib/tell';
import { TickingNumber } from '../../components/ticking-number';
import { formatCents } from '../../lib/format';
import { toCartItem } from './cart-item';
import { CartLine } from './cart-line';
import type { CartLineView } from './cart-lines';
import { useCart } from './cart-store';
import { useCartLines } from './use-cart-lines';

const Foot = chakra('div', { base: { display: 'grid', gap: '3' } });
const Sum = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '3' },
});
const Total = chakra('span', { base: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight' } });
const Aside = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '-2' } });
const Actions = chakra('div', { base: { display: 'grid', gap: '2' } });

interface CartPanelProps {
  /** Told when the panel comes to be seen and when it has quite gone. */
  readonly onDrawn: (drawn: boolean) => void;
  /** The cart has goods and the shopper wants to pay. */
  readonly onCheckout: () => void;
}

/** Lives exactly as long as the panel is to be seen, closing included. */
function Witness({ onDrawn }: Pick<CartPanelProps, 'onDrawn'>) {
  useEffect(() => {
    onDrawn(true);
    return () => onDrawn(false);
  }, [onDrawn]);
  return null;
}

/** The cart: a side panel, a sheet on a phone (SHOP-2.34 to 2.42). */
export function CartPanel({ onDrawn, onCheckout }: CartPanelProps) {
  const { t } = useTranslation('cart');
  const { isOpen, close, clear, remove, setQuantity, add } = useCart();
  const lines = useCartLines();
  const { total } = price(lines.map(({ pricing }) => pricing));
  const saved = lines.reduce(
    (sum, { beforeCents, lineCents }) => sum + (beforeCents ?? lineCents) - lineCents,
    0,
  );

  const removeLine = ({ item, product }: CartLineView) => {
    remove(item.id);
    tell({
      title: t('notice.removed'),
      description: t('notice.removedText', { name: product?.name ?? item.name }),
    });
  };
  const take = ({ item, product }: CartLineView, left: number) => {
    if (item.isCustom && product) add(toCartItem(product, 1, left));
    else setQuantity(item.id, left);
  };
  const checkout = () => {
    if (lines.length > 0) onCheckout();
    else tell({ title: t('notice.empty'), description: t('notice.emptyText'), kind: 'error' });
  };

  return (
    <SidePanel
      open={isOpen}
      onClose={close}
      title={t('title')}
      description={t('description')}
      footer={
        <Foot>
          <Sum>
            <span>{t('total')}</span>
            <Total aria-live="polite">
              <TickingNumber value={total} format={formatCents} />
            </Total>
          </Sum>
          <Aside>{saved > 0 ? t('savings', { amount: formatCents(saved) }) : t('taxes')}</Aside>
          <Actions>
            <Button kind="primary" size="lg" iconAfter="arrowRight" onClick={checkout}>
              {t('checkout')}
            </Button>
            {lines.length > 0 && (
              <Button
                kind="bare"
                onClick={() => {
                  clear();
                  tell({ title: t('notice.cleared'), description: t('notice.clearedText') });
                }}
              >
                {t('clear')}
              </Button>
            )}
          </Actions>
        </Foot>
      }
    >
      <Witness onDrawn={onDrawn} />
      {lines.length === 0 && (
        <EmptyState
          compact
          title={t('empty')}
          sentence={t('emptyText')}
          action={<Button onClick={close}>{t('browse')}</Button>}
        />
      )}
      <ul>
        {lines.map((line) => (
          <CartLine
            key={line.item.id}
            line={line}
            onQuantity={(quantity) =>
              quantity <= 0 ? removeLine(line) : setQuantity(line.item.id, quantity)
            }
            onRemove={() => removeLine(line)}
            onTake={(left) => take(line, left)}
          />
        ))}
      </ul>
    </SidePanel>
  );
}
