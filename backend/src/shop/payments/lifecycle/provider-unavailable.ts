import { ShopError } from '../../../platform/problem.js';

const RETRY_AFTER_SECONDS = 5;

export const providerUnavailable = (text: string): ShopError =>
  new ShopError('PAYMENT_PROVIDER_UNAVAILABLE', text, { retryAfter: RETRY_AFTER_SECONDS });
