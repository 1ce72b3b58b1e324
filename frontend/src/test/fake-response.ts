interface FakeResponseInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Record<string, string>;
}

/** A minimal `fetch` response for jsdom, with only what the shop reads. */
export function fakeResponse(
  body: unknown = '',
  { status = 200, statusText = '', headers = {} }: FakeResponseInit = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const notRead = (): never => {
    throw new Error('the shop reads answers as text or JSON only');
  };
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: new Headers(headers),
    text: async () => text,
    json: async (): Promise<unknown> => JSON.parse(text),
    type: 'basic',
    url: '',
    redirected: false,
    body: null,
    bodyUsed: false,
    clone: notRead,
    arrayBuffer: notRead,
    blob: notRead,
    bytes: notRead,
    formData: notRead,
  };
}
