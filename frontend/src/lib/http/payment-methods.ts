import { operationCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-api';

/** Payment methods in display order. */
export const PAY_METHODS = ['card', 'wallet', 'crypto'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/**
 * The enabled payment methods; undefined while unknown. If the request fails only card is
 * offered; the server decides.
 */
export function usePaymentMethods(enabled = true): readonly PayMethod[] | undefined {
  const { data, isError } = useQuery({ ...callQuery(operationCalls.paymentMethods), enabled });
  if (!data) return isError ? ['card'] : undefined;
  return PAY_METHODS.filter((method) => data.methods.includes(method));
}
