import { describe, expect, it } from '@jest/globals';
import { staffCalls, ERROR_STATUS, type BotOrderToRefundAnswer, type ErrorCode } from '@pax/contracts';
import { ZodError } from 'zod';
import { NOON, NOON_TOKEN, aCall, anOrder, CALLER_ID } from '../../test/samples.js';
import { ForeignButtonError } from '../messages/custom-id.js';
import { ProblemError } from '../shop-client.js';
import { UserFacingError } from './command.js';
import { createRefundButton, refundCommand, type RefundDeps } from './refund.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const publicUrl = 'https://shop.test';
const refused = (code: ErrorCode) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '' });

const HOSTILE = '@everyone `Elytra`';

function aShop({
  failure,
  isStaff = true,
  productName = HOSTILE,
}: { failure?: Error; isStaff?: boolean; productName?: string } = {}) {
  const asked: unknown[] = [];
  const askedFor: unknown[] = [];
  const shop: Required<Pick<BotOrderToRefundAnswer, 'refundable'>> & {
    goesBack: BotOrderToRefundAnswer['goesBack'];
  } = {
    refundable: '12.34',
    goesBack: { cash: '12.34', storeCredit: '0.00', bonus: '0.00' },
  };
  const deps: RefundDeps = {
    publicUrl,
    shop: new StubShop(
      stubCall(staffCalls.botOrderToRefund, ({ params, query: { amount } }) => {
        const id = Number(params.id);
        askedFor.push(amount);
        if (!isStaff) throw refused('FORBIDDEN');
        if (id === 404) throw refused('NOT_FOUND');
        const { refundable, goesBack } = shop;
        return { ...anOrder({ id, version: 4, productName }), refundable, goesBack };
      }),
      stubCall(staffCalls.botRefundOrder, ({ params, body }) => {
        asked.push([params.id, body]);
        if (failure) throw failure;
        return anOrder();
      }),
    ),
  };
  return Object.assign(shop, { deps, asked, askedFor });
}
const ask = ({ deps }: ReturnType<typeof aShop>, amount?: string) =>
  refundCommand(deps).execute(
    aCall({ language: 'de', options: { order: 9, ...(amount === undefined ? {} : { amount }) } }),
  );
const press = ({ deps }: ReturnType<typeof aShop>, args: string[]) =>
  createRefundButton(deps).execute(aCall({ kind: 'component', args }));

describe('/refund (OWN-148, OWN-764)', () => {
  it('asks nothing about an order of which nothing can be refunded', async () => {
    const shop = Object.assign(aShop(), { refundable: '0.00', goesBack: undefined });
    await expect(ask(shop)).rejects.toThrow(/höchstens 0,00/);
  });

  it.each([
    [undefined, 'all', undefined],
    ['5', '5.00', '5.00'],
    ['$5.5', '5.50', '5.50'],
    [' 12,34 ', '12.34', '12.34'],
  ])('asks about the amount %j and sends %j once it is confirmed', async (typed, inButton, sent) => {
    const shop = aShop();
    const asked = await ask(shop, typed);
    expect(asked.content).toContain('#9');
    expect(asked.content).not.toMatch(/(?<!\\)@everyone/);
    expect(JSON.stringify(asked.components)).toContain(
      `"1:refund:${CALLER_ID}:9:4:${inButton}:${NOON_TOKEN}"`,
    );
    expect(shop.asked).toEqual([]);
    const done = await press(shop, [CALLER_ID, '9', '4', inButton, NOON_TOKEN]);
    expect(done).toEqual({ content: expect.stringContaining('#9'), components: [] });
    expect(shop.asked).toEqual([
      [9, { discordId: CALLER_ID, version: 4, madeAt: Date.parse(NOON), amount: sent }],
    ]);
  });

  it.each(['', 'all', '-5', '1e3', '5.001', '1000000.00'])(
    'asks nothing for the amount %j',
    async (typed) => {
      await expect(ask(aShop(), typed)).rejects.toBeInstanceOf(UserFacingError);
    },
  );

  it('names at most what is left, just past it and far past it (OWN-764)', async () => {
    for (const typed of ['12.34', undefined])
      expect((await ask(aShop(), typed)).content).toContain('12,34\u00a0$');
    for (const typed of ['12.35', '999999.99'])
      await expect(ask(aShop(), typed)).rejects.toEqual(
        new UserFacingError('Von Bestellung #9 lassen sich höchstens 12,34\u00a0$ erstatten.'),
      );
  });

  it('names all that goes back, credit and bonus as well, and no sum that is none (OWN-570)', async () => {
    const shop = aShop();
    const sums = [
      [
        { cash: '12.34', storeCredit: '5.00', bonus: '1.50' },
        ': 12,34\u00a0$ + 5,00\u00a0$ Guthaben + 1,50\u00a0$ Bonus?',
      ],
      [{ cash: '0.00', storeCredit: '60.00', bonus: '0.00' }, ': 60,00\u00a0$ Guthaben?'],
      [{ cash: '12.34', storeCredit: '0.00', bonus: '0.00' }, ': 12,34\u00a0$?'],
    ] as const;
    for (const [goesBack, end] of sums) {
      shop.goesBack = goesBack;
      expect((await ask(shop)).content?.endsWith(end)).toBe(true);
    }
    shop.goesBack = { cash: '6.00', storeCredit: '2.50', bonus: '0.00' };
    expect((await ask(shop, '6')).content).toMatch(
      /^6,00\u00a0\$ \+ 2,50\u00a0\$ Guthaben von Bestellung #9/,
    );
    expect(shop.askedFor).toEqual([undefined, undefined, undefined, '6.00']);
  });

  it("names the join reward's goods in the reader's language", async () => {
    expect((await ask(aShop({ productName: 'Free coins' }))).content).toContain('1 × Gratis-Coins, ');
  });

  it('asks nobody else, and takes the answer of nobody else', async () => {
    await expect(ask(aShop({ isStaff: false }))).rejects.toBeInstanceOf(ProblemError);
    const shop = aShop();
    await expect(press(shop, ['516830472295546881', '9', '4', 'all', NOON_TOKEN])).rejects.toBeInstanceOf(
      ForeignButtonError,
    );
    for (const forged of [
      [],
      [CALLER_ID, '9'],
      [CALLER_ID, '9', '4', 'all'],
      [CALLER_ID, '0', '4', 'all', NOON_TOKEN],
      [CALLER_ID, '9', '4', '-1.00', NOON_TOKEN],
    ])
      await expect(press(shop, forged)).rejects.toBeInstanceOf(ZodError);
    expect(shop.asked).toEqual([]);
  });

  it('says of an order that there is none', async () => {
    const missing = refundCommand(aShop().deps).execute(aCall({ options: { order: 404 } }));
    await expect(missing).rejects.toEqual(new UserFacingError('There is no such order.'));
  });

  it('leads to the panel beyond the limit, and says what is wrong', async () => {
    const yes = [CALLER_ID, '9', '4', 'all', NOON_TOKEN];
    const over = await press(aShop({ failure: refused('SECOND_STEP_REQUIRED') }), yes);
    expect(over.content).toContain(`${publicUrl}/admin?q=9`);
    for (const code of ['STALE', 'REFUND_TOO_LARGE', 'NOT_FOUND'] as const)
      await expect(press(aShop({ failure: refused(code) }), yes)).rejects.toBeInstanceOf(UserFacingError);
    await expect(press(aShop({ failure: refused('FORBIDDEN') }), yes)).rejects.toBeInstanceOf(ProblemError);
  });
});
