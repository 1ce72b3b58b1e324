import { checkoutCalls } from '@pax/contracts';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCart } from '../../features/market/cart/cart-store';
import { isPaidState, isUnsettledState } from '../../features/checkout/result/delivery-stage';
import { useCurrentUser } from '../../lib/http/current-user';
import { queryOptionsFor } from '../../lib/http/call-api';
import { ApiError } from '../../lib/http/fetcher';
import { showToast } from '../../lib/browser/toast';

/**
 * Time for which an unpaid ended checkout is checked again at each page load, because a payment may arrive late, ms.
 */
const LATE_MS = 24 * 3_600_000;

/**
 * Removes paid goods from the cart: checks the checkouts placed in this browser at each start and after each live
 * message. Checkouts of another account are checked once that account signs in.
 */
export function RemovePaidGoods() {
  const { t } = useTranslation('cart');
  const me = useCurrentUser();
  const placed = useCart((cart) => cart.placed);
  const settle = useCart((cart) => cart.settle);
  const forget = useCart((cart) => cart.forgetPlaced);
  const own = placed.filter(({ userId }) => userId === me?.id);
  const answers = useQueries({
    queries: own.map(({ checkout }) => ({
      ...queryOptionsFor(checkoutCalls.checkout, { ref: checkout }),
      refetchOnMount: 'always' as const,
    })),
  });
  useEffect(() => {
    for (const [index, { checkout, at }] of own.entries()) {
      const { data, error } = answers[index] ?? {};
      if (error instanceof ApiError && error.status === 404) forget(checkout);
      if (!data) continue;
      if (!isPaidState(data.state)) {
        if (!isUnsettledState(data.state) && Date.now() - at > LATE_MS) forget(checkout);
        continue;
      }
      const isSaidByPage = location.pathname === '/payment-success';
      if (settle(checkout, data.lines) && !isSaidByPage)
        showToast({ title: t('notice.paid'), description: t('notice.paidText'), kind: 'success' });
    }
  });
  return null;
}
