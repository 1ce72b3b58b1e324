import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ticketThreadCalls,
  type KeptThreadsAnswer,
  MAX_THREAD_LINES,
  type NoteThreadLineRequest,
} from '@pax/contracts';
import { DiscordAPIError } from 'discord.js';
import { ZodError } from 'zod';
import { CALLER_ID } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';
import { createLogger } from '../logger.js';
import type { WrittenMessage } from '../discord/thread-messages.js';
import { BackendUnavailableError, ProblemError } from '../shop-client.js';
import { ThreadLineForwarder, type ThreadLineForwarderDeps } from './thread-line-forwarder.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const [CHANNEL, THREAD] = ['1184303412795904081', '1184303412795904082'];
const logger = createLogger({ level: 'silent' });
const aLine = (id: number): WrittenMessage => ({
  channelId: THREAD,
  parentId: CHANNEL,
  messageId: String(id),
  isNew: true,
  author: { id: CALLER_ID, name: 'mira.staff' },
  text: `line ${id}`,
  writtenAt: 0,
});
const gone = new DiscordAPIError({ code: 10_003, message: 'Unknown Channel' }, 10_003, 404, 'GET', '', {});

interface Lines {
  noteLine(line: NoteThreadLineRequest): Promise<void>;
  kept(): Promise<KeptThreadsAnswer['threads']>;
}

/** A shop that stores the lines of threads. */
const shopOf = (lines: Lines): StubShop =>
  new StubShop(
    stubCall(ticketThreadCalls.noteThreadLine, ({ body }) => lines.noteLine(body)),
    stubCall(ticketThreadCalls.keptThreads, async () => ({ threads: await lines.kept() })),
  );

describe('lines of threads that nobody heard (OWN-746)', () => {
  let ending = new AbortController();
  afterEach(() => {
    ending.abort();
    ending = new AbortController();
  });

  /** Lines with the ids of `inDiscord` stand in the thread; what the shop has is `kept`. */
  function aShop(inDiscord: number[], changes: Partial<Lines> = {}) {
    const kept: number[] = [];
    const lines: Lines = {
      noteLine: async ({ messageId }) => {
        if (!kept.includes(Number(messageId))) kept.push(Number(messageId));
      },
      kept: async () => [{ threadId: THREAD, lastLineId: String(kept.at(-1) ?? 0) }],
      ...changes,
    };
    const deps: ThreadLineForwarderDeps = {
      channelId: CHANNEL,
      fence: () => 1,
      logger,
      shop: shopOf(lines),
      history: {
        listMessagesAfter: async (_thread, id) => {
          const page = inDiscord.filter((one) => one > Number(id)).slice(0, 100);
          const next = page.length < 100 ? undefined : String(page.at(-1));
          return { lines: page.map(aLine), next };
        },
      },
    };
    return { deps, kept, lines };
  }

  it('are those after the newest kept one, before all that is heard, in order', async () => {
    const { deps, kept } = aShop([1, 2, 3]);
    kept.push(1);
    const lines = new ThreadLineForwarder(deps, ending.signal);
    lines.setConnectionState('broken');
    lines.onMessage(aLine(4));
    lines.setConnectionState('new');
    await waitUntil(() => kept.length === 4, 'all lines');
    expect(kept).toEqual([1, 2, 3, 4]);
  });

  it('are read although the connection breaks and is resumed before they could be', async () => {
    let asked = 0;
    const { deps, kept } = aShop([1, 2, 3], {
      kept: async () => {
        asked += 1;
        if (asked === 1) throw new BackendUnavailableError('away');
        return [{ threadId: THREAD, lastLineId: '1' }];
      },
    });
    kept.push(1);
    const lines = new ThreadLineForwarder(deps, ending.signal);
    lines.setConnectionState('new');
    await waitUntil(() => asked === 1, 'a first try');
    lines.setConnectionState('broken');
    lines.setConnectionState('resumed');
    lines.onMessage(aLine(4));
    await waitUntil(() => kept.includes(4), 'the newest line');
    expect(kept).toEqual([1, 2, 3, 4]);
  });

  it('are heard below a channel of former settings, but not in threads of others', async () => {
    const { deps, kept } = aShop([1]);
    const lines = new ThreadLineForwarder({ ...deps, channelId: '1184303412795904083' }, ending.signal);
    lines.setConnectionState('new');
    await waitUntil(() => kept.length === 1, 'what was missed');
    lines.onMessage({ ...aLine(2), channelId: '1184303412795904084' });
    lines.onMessage(aLine(3));
    await waitUntil(() => kept.length === 2, 'the line');
    expect(kept).toEqual([1, 3]);
  });

  it('are handed over once where a resumed session tells of them again, and as they became (OWN-746)', async () => {
    const { deps, kept, lines: stored } = aShop([1, 2, 3]);
    kept.push(1);
    const given: string[] = [];
    const shop = shopOf({
      ...stored,
      noteLine: async (line) => {
        given.push(line.text ?? 'deleted');
        return stored.noteLine(line);
      },
    });
    const lines = new ThreadLineForwarder({ ...deps, shop }, ending.signal);
    lines.setConnectionState('new');
    lines.setConnectionState('resumed');
    for (const id of [1, 2, 3]) lines.onMessage(aLine(id));
    lines.onMessage({ ...aLine(2), isNew: false, text: 'other words' });
    lines.onMessage({ ...aLine(3), isNew: false, text: null });
    lines.onMessage(aLine(4));
    await waitUntil(() => given.includes('line 4'), 'the newest line');
    expect(given).toEqual(['line 2', 'line 3', 'other words', 'deleted', 'line 4']);
  });

  it('are read as well when more were heard than can wait', async () => {
    const all = Array.from({ length: 700 }, (_, at) => at + 1);
    const { deps, kept } = aShop(all);
    const lines = new ThreadLineForwarder(deps, ending.signal);
    for (const id of all) lines.onMessage(aLine(id));
    await waitUntil(() => kept.length === all.length, 'all lines');
    expect(kept).toEqual(all);
  });

  it('are read of one thread as far as the shop keeps them', async () => {
    const all = Array.from({ length: MAX_THREAD_LINES + 500 }, (_, at) => at + 1);
    const { deps, kept } = aShop(all);
    const lines = new ThreadLineForwarder(deps, ending.signal);
    lines.setConnectionState('new');
    lines.onMessage(aLine(9_999));
    await waitUntil(() => kept.includes(9_999), 'what is heard');
    expect(kept).toHaveLength(MAX_THREAD_LINES + 1);
  });

  it('do not hold up the others where a thread is gone or can’t be read, or the shop does not know the call', async () => {
    const failures = [
      { history: { listMessagesAfter: () => Promise.reject(gone) } },
      { history: { listMessagesAfter: () => Promise.reject(new ZodError([])) } },
      {
        backend: {
          kept: () =>
            Promise.reject(
              new ProblemError({ type: '', title: '', status: 404, code: 'NOT_FOUND', message: '' }),
            ),
        },
      },
    ];
    for (const { history, backend } of failures) {
      const { deps, kept } = aShop([], backend);
      const lines = new ThreadLineForwarder({ ...deps, ...(history && { history }) }, ending.signal);
      lines.setConnectionState('new');
      lines.onMessage(aLine(5));
      await waitUntil(() => kept.length === 1, 'what is heard');
    }
  });

  it('are read again while the shop is away', async () => {
    let asked = 0;
    const { deps, kept } = aShop([1], {
      kept: async () => {
        asked += 1;
        if (asked === 1) throw new BackendUnavailableError('away');
        return [{ threadId: THREAD, lastLineId: '0' }];
      },
    });
    new ThreadLineForwarder(deps, ending.signal).setConnectionState('new');
    await waitUntil(() => kept.length === 1, 'the line');
    expect(asked).toBe(2);
  });

  it.each([
    ['at once', 1],
    ['on a later page', 2],
  ])(
    'are read on from where the reading failed, %s, each once and in order (OWN-746)',
    async (_, failing) => {
      const all = Array.from({ length: 250 }, (__, at) => at + 1);
      const { deps, kept } = aShop(all);
      const { listMessagesAfter: listAfter } = deps.history;
      const asked: string[] = [];
      const failures = [new Error('socket hang up'), new DOMException('late', 'AbortError')];
      const history: ThreadLineForwarderDeps['history'] = {
        listMessagesAfter: async (thread, id, signal) => {
          asked.push(id);
          const failure = asked.length >= failing ? failures.shift() : undefined;
          if (failure) throw failure;
          return listAfter(thread, id, signal);
        },
      };
      const lines = new ThreadLineForwarder({ ...deps, history }, ending.signal);
      lines.setConnectionState('new');
      lines.onMessage(aLine(251));
      await waitUntil(() => kept.length === 251, 'all lines');
      expect(kept).toEqual([...all, 251]);
      const from = failing === 1 ? ['0', '0', '0', '100', '200'] : ['0', '100', '100', '100', '200'];
      expect(asked).toEqual(from);
    },
  );

  it('are handed over from where the shop went away, each once and in order (OWN-746)', async () => {
    const all = Array.from({ length: 150 }, (_, at) => at + 1);
    const given: number[] = [];
    let isAway = true;
    const { deps, kept, lines: stored } = aShop(all);
    const shop = shopOf({
      ...stored,
      noteLine: async (line) => {
        if (Number(line.messageId) === 120 && isAway) {
          isAway = false;
          throw new BackendUnavailableError('away');
        }
        given.push(Number(line.messageId));
        return stored.noteLine(line);
      },
    });
    const lines = new ThreadLineForwarder({ ...deps, shop }, ending.signal);
    lines.setConnectionState('new');
    lines.onMessage(aLine(151));
    await waitUntil(() => kept.length === 151, 'all lines');
    expect(given).toEqual([...all, 151]);
  });
});
