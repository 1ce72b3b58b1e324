import { LoginPage } from '../../features/account/sign-in/login-page';
import { CartSummary } from '../../features/market/cart/cart-summary';
import { useCart } from '../../features/market/cart/cart-store';

/** Route of the page for signing in, with what is in the cart beside the form. */
export function LoginRoute() {
  const isFull = useCart((state) => state.items.length > 0);
  return <LoginPage cart={isFull ? <CartSummary /> : undefined} />;
}
