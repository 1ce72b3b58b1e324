import { describe, expect, it } from '@jest/globals';
import { putNewer } from './apply';

describe('putNewer', () => {
  const list = [
    { id: 2, version: 5, status: 'processing' },
    { id: 1, version: 1, status: 'pending' },
  ];

  it('replaces by a newer version in place', () => {
    expect(putNewer(list, { id: 2, version: 6, status: 'completed' })[0]?.status).toBe('completed');
  });
  it('never replaces a newer version by an older one, nor by the same (OWN-125)', () => {
    expect(putNewer(list, { id: 2, version: 4, status: 'pending' })).toBe(list);
    expect(putNewer(list, { id: 2, version: 5, status: 'pending' })).toBe(list);
  });
  it('puts what is new in front', () => {
    expect(putNewer(list, { id: 9, version: 1, status: 'pending' }).map(({ id }) => id)).toEqual([9, 2, 1]);
  });
});
