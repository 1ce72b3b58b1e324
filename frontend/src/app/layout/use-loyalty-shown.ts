import { useMe } from '../../lib/http/current-user';
import { useMediaQuery } from '../../lib/hooks/use-media-query';

/** True when the header shows the loyalty widget: always for an account, on wide screens only for a visitor. */
export function useLoyaltyShown(): boolean {
  const isWide = useMediaQuery('(min-width: 1024px)');
  return useMe() != null || isWide;
}
