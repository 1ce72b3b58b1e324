import { BackendHttp } from '../src/shop/shop.js';
import { ServerClock } from '../src/shop/server-clock.js';

/** A shop that nobody reaches. */
export const noHttp = (): BackendHttp =>
  new BackendHttp({ url: 'http://127.0.0.1:9', token: 'x'.repeat(16), clock: new ServerClock() });
