import { BackendUnavailableError } from './problem-error.js';

/**
 * Makes a call a second time when no answer came, since the first may have been carried out: only for calls that name
 * their request, which the backend carries out once. @throws as the call
 */
export async function askedAgain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendUnavailableError)) throw error;
    return call();
  }
}
