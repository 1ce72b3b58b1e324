import { orderCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from './call-api';

/** Loads the account's orders, newest first; the socket keeps them current. */
export const useOwnOrders = (enabled = true) =>
  useQuery({ ...queryOptionsFor(orderCalls.ownOrders), enabled });
