import { receiptCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-api';

/** The seller, and how long evidence of purchases is kept. */
export const useSeller = () => useQuery(callQuery(receiptCalls.seller));
