import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useCart } from '../../features/market/cart/cart-store';
import {
  recordFirstCelebration,
  useCelebration,
} from '../../features/checkout/celebration/celebration-store';
import { SuccessPage } from '../../features/checkout/result/success-page';
import { useBuyAgain } from './use-buy-again';
import { isRecord } from '../../lib/values/is-record';

/** Returns the address of the crypto partner's page, which the checkout stored in the history state. */
function parsePartnerPage(state: unknown): string | undefined {
  const partner = isRecord(state) ? state['partner'] : undefined;
  return typeof partner === 'string' && /^https?:\/\//.test(partner) ? partner : undefined;
}

/** Route of the page after a payment; reads only the checkout's reference and ignores other parameters. */
export function SuccessRoute() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const settle = useCart((cart) => cart.settle);
  const home = useCallback(() => void navigate('/'), [navigate]);
  const celebrate = useCallback((reference: string, points: number) => {
    if (points > 0 && recordFirstCelebration(reference)) useCelebration.getState().celebratePoints(points);
  }, []);
  const buyAgain = useBuyAgain();
  const reference = params.get('checkout') ?? '';
  return (
    <SuccessPage
      key={reference}
      reference={reference}
      partner={parsePartnerPage(state)}
      onPaid={settle}
      onPoints={celebrate}
      onHome={home}
      onBuyAgain={buyAgain}
    />
  );
}
