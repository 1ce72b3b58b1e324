/** Reads the number of orders in the burst from BURST_ORDERS; `npm run faults -- --only burst` sets a thousand. */
export const readBurstOrders = (): number => Number(process.env['BURST_ORDERS'] ?? '150');
