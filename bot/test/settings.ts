/** How many orders the burst has, BURST_ORDERS: `npm run faults -- --only burst` posts a thousand. */
export const readBurstOrders = (): number => Number(process.env['BURST_ORDERS'] ?? '150');
