import { chakra } from '@chakra-ui/react/styled-system';
import { priceCart, REFERRAL_DISCOUNT_PERCENT, VISITOR_TERMS, type Price } from '@pax/contracts';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { showToast } from '../../../lib/browser/toast';
import { formatCents } from '../../../lib/values/format';
import { useCurrentUser } from '../../../lib/http/current-user';
import { usePointsToCome } from '../../../lib/http/hold-limits';
import { useMemberTerms, type MemberTerms } from '../../../lib/http/member-price';
import { PriceBreakdown, PriceBreakdownRow } from '../../../ui/components/shop/price-breakdown';
import { type CartLineView, toWireItems, useCartLines } from './cart-lines';
import { useCart } from './cart-store';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { toCartItem } from './cart-items';
import { CartLine } from './cart-line';

const Foot = chakra('div', { base: { display: 'grid', gap: '3', gridTemplateColumns: 'minmax(0, 1fr)' } });
const Sum = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '3' },
});
const Total = chakra('span', { base: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight' } });
const Aside = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '-2' } });
const Blocked = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '-1' } });
const Actions = chakra('div', { base: { display: 'grid', gap: '2', gridTemplateColumns: 'minmax(0, 1fr)' } });

const Points = chakra('p', {
  base: { color: 'loyalty', textStyle: 'small', mt: '-2', '&[data-current=false]': { opacity: '0.6' } },
});

/** Discounts that the account has on every purchase, line by line. */
function MemberDiscounts({ price, terms }: { readonly price: Price; readonly terms: MemberTerms }) {
  const { t } = useTranslation(['cart', 'common']);
  const tier = useCurrentUser()?.membershipTier ?? 'bronze';
  return (
    <PriceBreakdown>
      <PriceBreakdownRow label={t('cart:subtotal')} amount={formatCents(price.subtotal)} />
      {price.referralDiscount > 0 && (
        <PriceBreakdownRow
          kind="saving"
          label={t('cart:friend', { percent: REFERRAL_DISCOUNT_PERCENT })}
          amount={`−${formatCents(price.referralDiscount)}`}
        />
      )}
      {price.tierDiscount > 0 && (
        <PriceBreakdownRow
          kind="saving"
          label={t('cart:tier', { tier: t(`common:tier.${tier}`), percent: terms.tierPercent })}
          amount={`−${formatCents(price.tierDiscount)}`}
        />
      )}
    </PriceBreakdown>
  );
}

/** Points that the cart will earn, as the server says; the previous ones are dimmed until it has said the new. */
function PointsToCome({ total }: { readonly total: number }) {
  const { t } = useTranslation('cart');
  const isOpen = useCart((cart) => cart.isOpen);
  const items = useCart((cart) => cart.items);
  const wanted = useMemo(() => toWireItems(items), [items]);
  const toCome = usePointsToCome(wanted, total, isOpen);
  if (!toCome?.points) return null;
  return <Points data-current={toCome.isCurrent}>{t('points', { count: toCome.points })}</Points>;
}

interface CartFooterProps {
  readonly lines: readonly CartLineView[];
  /** Button that gets the focus when the focused line is removed. */
  readonly checkoutButton: RefObject<HTMLButtonElement | null>;
  readonly onCheckout: () => void;
}

/** Footer of the cart: total, checkout button, and a button that empties the cart. */
function CartFooter({ lines, checkoutButton, onCheckout }: CartFooterProps) {
  const { t } = useTranslation('cart');
  const clear = useCart((cart) => cart.clear);
  const terms = useMemberTerms();
  const price = priceCart(
    lines.map(({ pricing }) => pricing),
    { ...VISITOR_TERMS, ...terms },
  );
  const saved = lines.reduce(
    (sum, { beforeCents, lineCents }) => sum + (beforeCents ?? lineCents) - lineCents,
    0,
  );
  const startCheckout = () => {
    if (lines.length > 0) onCheckout();
    else showToast({ title: t('notice.empty'), description: t('notice.emptyText'), kind: 'error' });
  };
  return (
    <Foot>
      {terms && price.subtotal > 0 && <MemberDiscounts price={price} terms={terms} />}
      <Sum>
        <span>{t('total')}</span>
        <Total aria-live="polite">
          <TickingNumber value={price.total} format={formatCents} />
        </Total>
      </Sum>
      <Aside>
        {saved > 0 ? t('savings', { amount: formatCents(saved) }) : t(terms ? 'credit' : 'taxes')}
      </Aside>
      <PointsToCome total={price.total} />
      {lines.some(({ trouble }) => trouble) && <Blocked>{t('blocked')}</Blocked>}
      <Actions>
        <Button
          ref={checkoutButton}
          kind={lines.length > 0 ? 'primary' : 'quiet'}
          size="lg"
          iconAfter="arrowRight"
          onClick={startCheckout}
        >
          {t('checkout')}
        </Button>
        {lines.length > 0 && (
          <Button
            kind="bare"
            onClick={() => {
              checkoutButton.current?.focus();
              clear();
              showToast({ title: t('notice.cleared'), description: t('notice.clearedText') });
            }}
          >
            {t('clear')}
          </Button>
        )}
      </Actions>
    </Foot>
  );
}

interface CartPanelProps {
  /** Called with true when the panel becomes visible, and with false when it is unmounted. */
  readonly onDrawn: (drawn: boolean) => void;
  /** Closes the cart: by Escape, a click outside, or the close button. */
  readonly onClose: () => void;
  /** Called when the user presses the checkout button. */
  readonly onCheckout: () => void;
}

/** Reports that the panel is visible, and after its closing animation that it is gone. */
function VisibilityReporter({ onDrawn }: Pick<CartPanelProps, 'onDrawn'>) {
  useEffect(() => {
    onDrawn(true);
    return () => onDrawn(false);
  }, [onDrawn]);
  return null;
}

/** Panel with the cart: at the side of the window, or a bottom sheet on a phone. */
export function CartPanel({ onDrawn, onClose, onCheckout }: CartPanelProps) {
  const { t } = useTranslation('cart');
  const { isOpen, remove, setQuantity, add, acceptPrice } = useCart();
  const list = useRef<HTMLUListElement>(null);
  const checkoutButton = useRef<HTMLButtonElement>(null);
  const lines = useCartLines(isOpen);
  /** Moves the focus from a removed line to the next line, or to the checkout button if none is left. */
  const moveFocusFromLine = (place: number) => {
    const rows = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? [];
    const next = rows[place + 1] ?? rows[place - 1] ?? checkoutButton.current;
    next?.focus();
  };
  const removeLine = (line: CartLineView) => {
    const { item, product } = line;
    moveFocusFromLine(lines.indexOf(line));
    remove(item.id);
    showToast({
      title: t('notice.removed'),
      description: t('notice.removedText', { name: product?.name ?? item.name }),
    });
  };
  const reduceLine = ({ item, product }: CartLineView, left: number) => {
    if (item.isCustom && product) add(toCartItem(product, 1, left));
    else setQuantity(item.id, left);
  };
  return (
    <SidePanel
      open={isOpen}
      onClose={onClose}
      title={t('title')}
      description={t('description')}
      footer={<CartFooter lines={lines} checkoutButton={checkoutButton} onCheckout={onCheckout} />}
    >
      <VisibilityReporter onDrawn={onDrawn} />
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
            onTake={(left) => reduceLine(line, left)}
            onAccept={() => line.product && acceptPrice(line.item.id, line.product.price)}
          />
        ))}
      </ul>
    </SidePanel>
  );
}
