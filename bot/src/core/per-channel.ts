import type { Channel } from '@pax/contracts';

/** One of something for each channel. */
export function perChannel<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return {
    orders: make('orders'),
    history: make('history'),
    stock: make('stock'),
    error: make('error'),
    tickets: make('tickets'),
  };
}
