import { jest } from '@jest/globals';
import { fakeResponse } from './fake-response';

type AnswerFunction = (body: unknown, address: URL) => Response | Promise<Response>;

interface Call {
  readonly call: string;
  readonly body: unknown;
}

/**
 * Mocks the shop's API for a signed-in browser: responses by method and path (`'GET /api/auth/me'`), 404 for
 * the rest.
 */
export function mockServer(answers: Record<string, AnswerFunction>): Call[] {
  const calls: Call[] = [];
  // Sets the session hint; a visitor's page does not request the user.
  document.cookie = 'pax_signed_in=spec; path=/';
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const asked = typeof input === 'string' || input instanceof URL ? input : input.url;
    const address = new URL(asked, location.origin);
    const call = `${init?.method ?? 'GET'} ${address.pathname}`;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ call, body });
    return answers[call]?.(body, address) ?? fakeResponse('', { status: 404, statusText: 'Not Found' });
  });
  return calls;
}

/** Creates an error response of the shop. */
export const problemResponse = (status: number, code: string, message: string, more: object = {}): Response =>
  fakeResponse({ type: 'about:blank', title: code, status, code, message, ...more }, { status });
