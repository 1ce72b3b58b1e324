import { chakra } from '@chakra-ui/react/styled-system';
import { price } from '@pax/contracts';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { showToast } from '../../../lib/browser/toast';
import { formatCents } from '../../../lib/values/format';
import type { CartLineView } from './cart-lines';
import { useCart } from './cart-store';

const Foot = chakra('div', { base: { display: 'grid', gap: '3', gridTemplateColumns: 'minmax(0, 1fr)' } });
const Sum = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '3' },
});
const Total = chakra('span', { base: { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight' } });
const Aside = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '-2' } });
const Blocked = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '-1' } });
const Actions = chakra('div', { base: { display: 'grid', gap: '2', gridTemplateColumns: 'minmax(0, 1fr)' } });

interface CartFootProps {
  readonly lines: readonly CartLineView[];
  /** Takes the focus of what is removed. */
  readonly checkoutButton: RefObject<HTMLButtonElement | null>;
  readonly onCheckout: () => void;
}

/** The sum of the cart, and what can be done with all of it. */
export function CartFoot({ lines, checkoutButton, onCheckout }: CartFootProps) {
  const { t } = useTranslation('cart');
  const clear = useCart((cart) => cart.clear);
  const { total } = price(lines.map(({ pricing }) => pricing));
  const saved = lines.reduce(
    (sum, { beforeCents, lineCents }) => sum + (beforeCents ?? lineCents) - lineCents,
    0,
  );
  const checkout = () => {
    if (lines.length > 0) onCheckout();
    else showToast({ title: t('notice.empty'), description: t('notice.emptyText'), kind: 'error' });
  };
  return (
    <Foot>
      <Sum>
        <span>{t('total')}</span>
        <Total aria-live="polite">
          <TickingNumber value={total} format={formatCents} />
        </Total>
      </Sum>
      <Aside>{saved > 0 ? t('savings', { amount: formatCents(saved) }) : t('taxes')}</Aside>
      {lines.some(({ trouble }) => trouble) && <Blocked>{t('blocked')}</Blocked>}
      <Actions>
        <Button
          ref={checkoutButton}
          kind={lines.length > 0 ? 'primary' : 'quiet'}
          size="lg"
          iconAfter="arrowRight"
          onClick={checkout}
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
