import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useCart } from '../../features/cart/cart-store';
import { SuccessPage } from '../../features/checkout/result/success-page';

/** The address carries one opaque reference; whatever else it carries is ignored (SHOP-2.63). */
export function SuccessRoute() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const settle = useCart((state) => state.settle);
  const home = useCallback(() => void navigate('/'), [navigate]);
  return <SuccessPage reference={params.get('checkout') ?? ''} onPaid={settle} onHome={home} />;
}
