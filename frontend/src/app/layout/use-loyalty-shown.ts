import { useMe } from '../../lib/http/current-user';
import { useMediaQuery } from '../../lib/hooks/use-media-query';

/** Whether the header shows the loyalty widget: to a visitor only where there is space for it. */
export function useLoyaltyShown(): boolean {
  const isWide = useMediaQuery('(min-width: 1024px)');
  return useMe() != null || isWide;
}
