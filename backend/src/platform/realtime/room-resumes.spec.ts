import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testSettings } from '../../../test/settings.js';
import { ResumeBudget, RoomResumes } from './room-resumes.js';
import { StreamStore } from '../outbox/stream-store.js';

const HEAD = 600;

describe('a read of a room that fails half way (OWN-292)', () => {
  const streams = new StreamStore(new DataSource({ type: 'postgres' }));
  const range = jest.spyOn(streams, 'readRange');
  let resumes: RoomResumes;
  beforeEach(() => {
    jest.spyOn(streams, 'readHeads').mockResolvedValue([{ room: 'shop', seq: HEAD }]);
    resumes = new RoomResumes(streams, new ResumeBudget(testSettings('postgres://127.0.0.1:9/none')));
  });

  it('fails only for callers without an answer yet, and leaves no unhandled rejection', async () => {
    range.mockRejectedValueOnce(new Error('away'));
    // The first has a read of its own and misses nothing; the others share the next read.
    const asked = await Promise.allSettled(
      [HEAD, HEAD + 1, HEAD - 1, 0].map((since) => resumes.resume('shop', since, 'one')),
    );
    // An unhandled rejection ends the process, and this spec, in the next event loop turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(asked[3]).toMatchObject({ value: { reset: true, seq: HEAD } });
  });
});
