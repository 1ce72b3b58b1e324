import { orderCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-api';

/** The account's orders, newest first, updated by the socket. */
export const useOwnOrders = (enabled = true) => useQuery({ ...callQuery(orderCalls.ownOrders), enabled });
