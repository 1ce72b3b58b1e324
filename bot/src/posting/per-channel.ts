import type { Channel } from '@pax/contracts';

/** Makes a record with one value per channel. */
export function perChannel<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return {
    orders: make('orders'),
    history: make('history'),
    stock: make('stock'),
    error: make('error'),
    tickets: make('tickets'),
  };
}
