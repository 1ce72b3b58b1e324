import { useLocation } from 'react-router-dom';
import { signInAddress } from '../../lib/values/sign-in-address';

/** Returns the address of the sign-in that leads back to the shown page; on the sign-in page, its own. */
export function useSignInAddress(): string {
  const { pathname, search, hash } = useLocation();
  return pathname === '/login' ? pathname + search : signInAddress(pathname + search + hash);
}
