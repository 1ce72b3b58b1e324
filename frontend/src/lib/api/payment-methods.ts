import { useQuery } from '@tanstack/react-query';
import { READY } from './keys';

/** The ways to pay, in the order in which they are offered (SHOP-3.20). */
export const PAY_METHODS = ['card', 'wallet', 'crypto'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

interface Readiness {
  readonly payments?: readonly string[];
}

/**
 * The ways to pay that this shop has switched on (SHOP-9.17); undefined while unknown. Where the question fails, card
 * alone is offered, and the server has the last word.
 */
export function usePaymentMethods(enabled = true): readonly PayMethod[] | undefined {
  const { data, isError } = useQuery<Readiness>({ queryKey: READY, enabled });
  if (!data) return isError ? ['card'] : undefined;
  return PAY_METHODS.filter((method) => data.payments?.includes(method));
}
