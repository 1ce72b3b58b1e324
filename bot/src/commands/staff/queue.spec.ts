import { describe, expect, it } from '@jest/globals';
import {
  BOT_QUEUE_PAGE_SIZE,
  botCalls,
  botQueueAnswer,
  ERROR_STATUS,
  staffCalls,
  type ErrorCode,
  type StaffOrder,
} from '@pax/contracts';
import { ButtonStyle } from 'discord.js';
import { ZodError, type z } from 'zod';
import { flattenPart } from '../../../test/discord-limits.js';
import { aCall, anOrder, CALLER_ID, NOON, NOON_TOKEN } from '../../../test/samples.js';
import { stubCall, StubShop } from '../../../test/stub-shop.js';
import { LAYOUT_LIMITS } from '../../messages/layout.js';
import { BackendUnavailableError, ProblemError } from '../../shop-client.js';
import type { Language, Reply } from '../command.js';
import { createQueueActions, queueCommand } from './queue.js';

const inTime = { msUntil: () => 1 };
type Queue = z.input<typeof botQueueAnswer>;

const partsOf = ({ components = [] }: Reply) => components.flatMap((one) => flattenPart({ ...one }));
const textsOf = (reply: Reply): string[] =>
  partsOf(reply).flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
/** Labels and custom ids of the buttons, by label. */
const buttonsOf = (reply: Reply): Map<string, string> =>
  new Map(
    partsOf(reply).flatMap(({ type, label, custom_id: id }) =>
      type === 2 ? [[String(label), String(id)] as const] : [],
    ),
  );
const shopOf = (queue: Queue) =>
  new StubShop(stubCall(staffCalls.botQueue, () => botQueueAnswer.parse(queue)));
const show = (queue: Queue, language: Language = 'de', clock = inTime): Promise<Reply> =>
  queueCommand({ shop: shopOf(queue), clock }).execute(aCall({ language }));
const one = (changes: Partial<StaffOrder> = {}): Queue => ({
  orders: [anOrder({ id: 1, ...changes })],
  total: 1,
});

describe('/queue (OWN-1584)', () => {
  it('shows goods, amount, game name to copy, due time and who has it', async () => {
    const [head, pending] = textsOf(await show(one({ priority: true, minecraftName: '`@here`' })));
    expect(head).toBe('## Offene Bestellungen: 1');
    expect(pending).toBe(
      '🟡 **#1** · 50M Coins × 1 · 8,50\u00A0$ · Vorrang\n`ˋ@hereˋ` · <t:1772368200:R> · Ausstehend · **Erst übernehmen, dann liefern.**',
    );
    const [, taken] = textsOf(await show(one({ status: 'processing', processedBy: 'mi`ra' }), 'en'));
    expect(taken).toContain('🔵 **#1** · ');
    expect(taken).toMatch(/ · taken by `miˋra`$/);
  });

  it.each([
    ['coal`heart', 'coalˋheart'],
    [null, 'carol'],
  ])('names whom to ask for a game name: %s', async (discordUsername, asked) => {
    const nameless = one({ minecraftName: null, discordUsername, username: 'carol' });
    const [, text] = textsOf(await show(nameless, 'en'));
    expect(text).toContain(`\nask for the game name in Discord: \`${asked}\` · `);
  });

  it.each(['unconfirmed', 'refunded', 'lost', 'void'] as const)(
    'warns of an order whose payment is %s, and puts no next step in colour',
    async (paymentStatus) => {
      for (const status of ['pending', 'processing'] as const) {
        const reply = await show(one({ status, paymentStatus }));
        expect(textsOf(reply)[1]).toMatch(/ · \*\*Nicht liefern: Die Zahlung fehlt\.\*\*$/);
        const styles = partsOf(reply).flatMap(({ style }) => style ?? []);
        expect(new Set(styles)).toEqual(new Set([ButtonStyle.Secondary]));
      }
      const [, english] = textsOf(await show(one({ paymentStatus }), 'en'));
      expect(english).toMatch(/ · \*\*Do not deliver: the payment is missing\.\*\*$/);
    },
  );

  it('shortens a long name, and not its label (OWN-1241)', async () => {
    const productName = `${'Golden Apples '.repeat(6).trim()} (10 stacks)`;
    expect(textsOf(await show(one({ productName })))[1]).toMatch(/ · Golden .+… \(10 stacks\) × 1 · /);
  });

  it.each([
    ['de', '**überfällig**'],
    ['en', '**overdue**'],
  ] as const)('flags what is past its time by the shop’s clock, in %s', async (language, flag) => {
    for (const [leftMs, isFlagged] of [
      [1, false],
      [0, false],
      [-1, true],
    ] as const) {
      const [, text] = textsOf(await show(one(), language, { msUntil: () => leftMs }));
      expect(text?.includes(`**#1** · ${flag} · `)).toBe(isFlagged);
    }
    const [, noTime] = textsOf(await show(one({ dueAt: null }), language, { msUntil: () => -1 }));
    expect(noTime).not.toContain(flag);
  });

  it.each([
    [{ status: 'pending' }, ['Übernehmen #1', 'Abschließen #1']],
    [{ status: 'processing' }, ['Abschließen #1', 'Zurückgeben #1']],
    [{ status: 'pending', paymentStatus: 'unconfirmed' }, ['Übernehmen #1']],
    [{ status: 'processing', paymentStatus: 'lost' }, ['Zurückgeben #1']],
  ] as const)('offers for %j the moves of the state table, the next step first', async (state, labels) => {
    const buttons = buttonsOf(await show(one(state)));
    expect([...buttons.keys()]).toEqual([...labels, 'Aktualisieren']);
    expect([...buttons.values()][0]).toMatch(new RegExp(`^1:queue-move:[a-z]+:1:1:1:${NOON_TOKEN}$`));
  });

  it('offers no buttons for own orders, and none without the right to move orders', async () => {
    const own = await show({ ...one(), ownIds: [1] });
    expect(textsOf(own)[1]).toMatch(/ · deine eigene Bestellung$/);
    expect([...buttonsOf(own).keys()]).toEqual(['Aktualisieren']);
    expect([...buttonsOf(await show({ ...one(), mayMove: false })).keys()]).toEqual(['Aktualisieren']);
  });

  it('turns the page, and says that nothing waits', async () => {
    const pages = (page: number): Promise<Reply> =>
      show({ ...one(), page, total: 2 * BOT_QUEUE_PAGE_SIZE + 1 }, 'en');
    const turns = async (page: number): Promise<string[]> =>
      [...buttonsOf(await pages(page)).values()].filter((id) => id.startsWith('1:queue:'));
    expect(await turns(1)).toEqual(['1:queue:1', '1:queue:2']);
    expect(await turns(2)).toEqual(['1:queue:1', '1:queue:2', '1:queue:3']);
    expect(await turns(3)).toEqual(['1:queue:2', '1:queue:3']);
    expect(textsOf(await pages(2))[0]).toBe('## Open orders: 13 · page 2 of 3');
    expect(textsOf(await show({ orders: [], total: 0 }))).toContain('Nichts wartet.');
  });

  it('fits a full page of the longest texts into a message, and a button beside the notice', async () => {
    const orders = Array.from({ length: 15 }, (_, at) =>
      anOrder({
        id: 2_147_483_600 + at,
        productName: '*x*'.repeat(60),
        minecraftName: '`'.repeat(64),
        processedBy: '`'.repeat(80),
        status: 'processing',
        priority: true,
      }),
    );
    const shop = new StubShop(
      stubCall(staffCalls.botQueue, () => botQueueAnswer.parse({ orders, total: 999_999, page: 500 })),
      stubCall(botCalls.botTransitionOrder, () => anOrder()),
    );
    const [, move] = createQueueActions({ shop, clock: inTime });
    const reply = await move?.execute(aCall({ args: ['process', '41', '500', '1', NOON_TOKEN] }));
    expect(partsOf(reply ?? {}).length).toBeLessThanOrEqual(LAYOUT_LIMITS.components - 2);
    expect(textsOf(reply ?? {})).toHaveLength(BOT_QUEUE_PAGE_SIZE + 2);
  });

  it('is listed to staff and answered to the caller alone', () => {
    const { policy } = queueCommand({ shop: shopOf(one()), clock: inTime });
    expect(policy).toMatchObject({ permission: 'orders', ephemeral: true, defer: true });
  });
});

describe('a button of an order in /queue (OWN-1585)', () => {
  const asked: unknown[] = [];
  let failure: Error | undefined;
  let queueFailure: Error | undefined;
  const shop = new StubShop(
    stubCall(botCalls.botTransitionOrder, (input) => {
      asked.push(input);
      if (failure) throw failure;
      return anOrder();
    }),
    stubCall(staffCalls.botQueue, ({ query }) => {
      asked.push(query);
      if (queueFailure) throw queueFailure;
      return botQueueAnswer.parse(one());
    }),
  );
  const press = async (args = ['complete', '9', '2', '3', NOON_TOKEN]): Promise<Reply> => {
    asked.length = 0;
    const [, move] = createQueueActions({ shop, clock: inTime });
    if (!move) throw new Error('no button');
    expect(move.policy).toMatchObject({ permission: 'move', updates: true, ephemeral: true });
    return move.execute(aCall({ args, language: 'de' }));
  };
  const refused = (code: ErrorCode, more = {}) =>
    new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '', ...more });

  it('moves the order of its message for the caller; without its row, shows the page anew with the outcome', async () => {
    const reply = await press();
    expect(asked).toEqual([
      {
        params: { id: 9, move: 'complete' },
        body: { discordId: CALLER_ID, madeAt: Date.parse(NOON), version: 3 },
      },
      { discordId: CALLER_ID, page: '2' },
    ]);
    expect(textsOf(reply).slice(0, 2)).toEqual([
      'Bestellung #9 ist abgeschlossen.',
      '## Offene Bestellungen: 1',
    ]);
  });

  it.each([
    ['ILLEGAL_MOVE', { legal: ['release'] }, 'Möglich ist jetzt: Zurückgeben.'],
    ['OWN_ORDER', {}, 'deine eigene Bestellung'],
    ['WITHDRAWN', {}, ''],
    ['NOT_FOUND', {}, 'Eine solche Bestellung gibt es nicht.'],
    ['STALE_REFERENCE', { kind: 'order' }, ''],
    ['STALE', {}, 'Diese Bestellung hat inzwischen jemand geändert.'],
  ] as const)('says why it was refused for %s, above the present queue', async (code, more, text) => {
    failure = refused(code, more);
    const [notice = '', head] = textsOf(await press());
    failure = undefined;
    expect(notice).toContain(text);
    expect(notice).toMatch(/^#9 · .+/);
    expect(head).toBe('## Offene Bestellungen: 1');
  });

  it('leaves the queue as it is when the shop is away or the right is gone', async () => {
    for (const error of [new BackendUnavailableError('away'), refused('FORBIDDEN'), refused('BLOCKED')]) {
      failure = error;
      await expect(press()).rejects.toBe(error);
    }
    failure = undefined;
  });

  it('says that the order moved, although the queue could not be read again', async () => {
    queueFailure = new BackendUnavailableError('away');
    const reply = await press();
    queueFailure = undefined;
    expect(textsOf(reply)).toEqual(['Bestellung #9 ist abgeschlossen.']);
    expect([...buttonsOf(reply).values()]).toEqual(['1:queue:2']);
  });

  describe('in its own message', () => {
    const orders = [8, 9, 10].map((id) => anOrder({ id, minecraftName: `Player${id}` }));
    const total = 2 * BOT_QUEUE_PAGE_SIZE;
    const rowsOf = (reply: Reply) => textsOf(reply).filter((text) => text.includes('**#'));
    const stateOf = (reply: Reply) =>
      partsOf(reply).flatMap(({ type, label, disabled }) =>
        type === 2 ? [`${String(label)}${disabled === true ? ' off' : ''}`] : [],
      );
    const pressIn = async (message: Reply, label: string, after: Partial<StaffOrder>): Promise<Reply> => {
      const [, name, ...args] = buttonsOf(message).get(label)?.split(':') ?? [];
      const only = new StubShop(
        stubCall(botCalls.botTransitionOrder, ({ params }) =>
          anOrder({ minecraftName: `Player${params.id}`, id: Number(params.id), version: 2, ...after }),
        ),
      );
      const pressed = createQueueActions({ shop: only, clock: inTime }).find(
        (action) => action.name === name,
      );
      // Discord gives the components an id each, and hands over its own copy.
      const readMessage = () => structuredClone(message.components ?? []);
      return pressed?.execute(aCall({ args, language: 'de', readMessage })) ?? {};
    };
    const shown = (): Promise<Reply> => show({ orders, total });

    it('changes its row alone, so that a second press at its place does nothing', async () => {
      const before = await shown();
      const taken = await pressIn(before, 'Übernehmen #9', { status: 'processing', processedBy: 'mira' });
      expect(textsOf(taken).slice(0, 2)).toEqual([
        'Du hast Bestellung #9 übernommen.',
        '## Offene Bestellungen: 12 · Seite 1 von 2',
      ]);
      const [first, , third] = rowsOf(before);
      const takenRow = expect.stringMatching(/ · übernommen von `mira`$/);
      expect(rowsOf(taken)).toEqual([first, takenRow, third]);
      expect(stateOf(taken)).toEqual(
        stateOf(before).map((label) => (label === 'Übernehmen #9' ? `${label} off` : label)),
      );
      expect(buttonsOf(taken).get('Abschließen #9')).toBe(`1:queue-move:complete:9:1:2:${NOON_TOKEN}`);
      const done = await pressIn(taken, 'Abschließen #9', { status: 'completed', version: 3 });
      expect(textsOf(done)[0]).toBe('Bestellung #9 ist abgeschlossen.');
      expect(textsOf(done)).toHaveLength(textsOf(taken).length);
      expect(rowsOf(done)[1]).toMatch(/^🟢 \*\*#9\*\* · .+\n`Player9` · Abgeschlossen$/);
      expect(stateOf(done)).toEqual(
        stateOf(before)
          .map((label) => (label.endsWith(' #9') ? `${label} off` : label))
          .filter((label) => label !== 'Nächste Seite'),
      );
    });

    it('keeps what the others of the message did', async () => {
      const taken = await pressIn(await shown(), 'Übernehmen #9', { status: 'processing' });
      const both = await pressIn(taken, 'Abschließen #8', { status: 'completed' });
      expect(rowsOf(both).map((text) => text.slice(0, 2))).toEqual(['🟢', '🔵', '🟡']);
    });

    it('shows the queue anew for a row that the message does not have', async () => {
      const readMessage = () => [];
      const [, move] = createQueueActions({ shop, clock: inTime });
      const args = ['complete', '9', '2', '3', NOON_TOKEN];
      const reply = await move?.execute(aCall({ args, language: 'de', readMessage }));
      expect(textsOf(reply ?? {})[1]).toBe('## Offene Bestellungen: 1');
    });
  });

  it('changes nothing for forged arguments', async () => {
    for (const args of [
      ['cancel', '9', '1', '1', NOON_TOKEN],
      ['complete', '0', '1', '1', NOON_TOKEN],
      ['complete', '2147483648', '1', '1', NOON_TOKEN],
      ['complete', '9', '0', '1', NOON_TOKEN],
      ['complete', '9', '1'],
      ['complete', '9', '1', NOON_TOKEN],
      ['complete', '9', '1', '0', NOON_TOKEN],
      ['complete', '9', '1', '1', NOON_TOKEN, '1'],
    ]) {
      await expect(press(args)).rejects.toBeInstanceOf(ZodError);
      expect(asked).toEqual([]);
    }
  });
});
