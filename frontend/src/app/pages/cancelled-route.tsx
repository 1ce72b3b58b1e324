import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useCart } from '../../features/market/cart/cart-store';
import { CancelledPage } from '../../features/checkout/result/cancelled-page';

/** Route of the page after a cancelled payment; reads the checkout's reference from the address. */
export function CancelledRoute() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const open = useCart((state) => state.open);
  const home = useCallback(() => void navigate('/'), [navigate]);
  const reference = params.get('checkout') ?? '';
  return <CancelledPage key={reference} reference={reference} onHome={home} onOpenCart={open} />;
}
