import type { Order } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { OWN_ORDERS } from './keys';

/** The account's orders, newest first, updated by the socket. */
export const useOwnOrders = (enabled = true) => useQuery<Order[]>({ queryKey: OWN_ORDERS, enabled });
