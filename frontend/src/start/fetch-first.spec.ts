import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fetchFirst, exposeFetchFirst } from './fetch-first';

const FILES = ['assets/a.js', 'assets/b.js'];
let asked: jest.Mock<(path: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>>;
let isDown: boolean;

beforeEach(() => {
  isDown = false;
  asked = jest.fn(() =>
    Promise.resolve({
      ok: !isDown,
      status: isDown ? 503 : 200,
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    }),
  );
  Object.assign(globalThis, { fetch: asked });
});

describe('files of a part (OWN-286)', () => {
  it('are fetched again after a failure, and once when they came', async () => {
    isDown = true;
    await expect(fetchFirst(FILES, [0])).rejects.toThrow('/assets/a.js answered 503');
    isDown = false;
    await Promise.all([fetchFirst(FILES, [0, 1]), fetchFirst(FILES, [1])]);
    await fetchFirst(FILES, [0]);
    expect(asked.mock.calls.map(([path]) => path)).toEqual(['/assets/a.js', '/assets/a.js', '/assets/b.js']);
  });

  it('are asked for by the name that the build writes', () => {
    exposeFetchFirst();
    expect(Reflect.get(globalThis, 'paxFetchFirst')).toBe(fetchFirst);
  });
});
