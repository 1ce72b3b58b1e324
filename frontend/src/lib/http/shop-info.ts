import {
  checkoutCalls,
  DEFAULT_DELIVERY_TIMES,
  discordCalls,
  type ServerInfoAnswer,
  receiptCalls,
} from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from './call-api';

/** Payment methods of the shop, in the order in which they are shown. */
export const PAY_METHODS = ['card', 'wallet', 'crypto'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/**
 * Returns the enabled payment methods; undefined until loaded. If the request fails, only card is offered, which the
 * server may refuse.
 */
export function usePaymentMethods(enabled = true): readonly PayMethod[] | undefined {
  const { data, isError } = useQuery({ ...queryOptionsFor(checkoutCalls.paymentMethods), enabled });
  if (!data) return isError ? ['card'] : undefined;
  return PAY_METHODS.filter((method) => data.methods.includes(method));
}

/** Returns the operator's delivery times for messages; default values until they are loaded. */
export function useDeliveryTimes(): { readonly minutes: number; readonly hours: number } {
  const { coinsMinutes, otherHours } = useDiscordServerInfo()?.delivery ?? DEFAULT_DELIVERY_TIMES;
  return { minutes: coinsMinutes, hours: otherHours };
}

/**
 * Returns the hours for which a slow payment method holds goods, as the operator set them; default values until
 * loaded.
 */
export function useHoldHours(method: PayMethod): number {
  const { confirming, crypto } = useDiscordServerInfo()?.holdHours ?? { confirming: 24, crypto: 24 };
  return method === 'crypto' ? crypto : confirming;
}

/** Returns facts about the community's Discord server; undefined until they are loaded. */
export const useDiscordServerInfo = (): ServerInfoAnswer | undefined =>
  useQuery(queryOptionsFor(discordCalls.serverInfo)).data;

/** Loads the seller's name and address, and how long evidence of purchases is kept. */
export const useSeller = () => useQuery(queryOptionsFor(receiptCalls.seller));
