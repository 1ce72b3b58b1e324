import { describe, expect, it } from '@jest/globals';
import { ERROR_STATUS, staffCalls, type ErrorCode } from '@pax/contracts';
import { ZodError } from 'zod';
import { aCall, CALLER_ID, NOON, NOON_TOKEN } from '../../../test/samples.js';
import { stubCall, StubShop } from '../../../test/stub-shop.js';
import { ProblemError } from '../../shop-client.js';
import { UserFacingError, type Reply } from '../command.js';
import { createTicketActs } from './ticket-acts.js';

const publicUrl = 'https://shop.test';
const refused = (code: ErrorCode) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '' });

describe('acts on a ticket below its post (OWN-1590)', () => {
  const asked: unknown[] = [];
  let failure: Error | undefined;
  const shop = new StubShop(
    stubCall(staffCalls.botSetTicketStatus, ({ params, body }) => {
      if (failure) throw failure;
      asked.push([params.id, body]);
    }),
  );
  const press = async (name: string, args: string[]): Promise<Reply> => {
    asked.length = 0;
    const action = createTicketActs({ shop, publicUrl }).find((one) => one.name === name);
    if (!action) throw new Error(`no ${name}`);
    expect(action.policy).toMatchObject({ permission: 'tickets', ephemeral: true });
    return action.execute(aCall({ args, language: 'de' }));
  };

  it.each([
    ['ticket-take', 'in_progress', 'Ticket #7 ist in Bearbeitung.'],
    ['ticket-close', 'closed', 'Ticket #7 ist geschlossen.'],
  ])('%s sets the ticket of its message to %s', async (name, status, text) => {
    expect((await press(name, ['7', NOON_TOKEN])).content).toBe(text);
    expect(asked).toEqual([[7, { discordId: CALLER_ID, status, madeAt: Date.parse(NOON) }]]);
    for (const [code, said] of [
      ['NOT_FOUND', 'Ein solches Ticket gibt es nicht.'],
      ['ILLEGAL_MOVE', 'Dieses Ticket ist beendet und nimmt nichts mehr an.'],
    ] as const) {
      failure = refused(code);
      await expect(press(name, ['7', NOON_TOKEN])).rejects.toEqual(new UserFacingError(said));
    }
    failure = refused('OWN_TICKET');
    await expect(press(name, ['7', NOON_TOKEN])).rejects.toBe(failure);
    failure = undefined;
    for (const args of [['7'], ['0', NOON_TOKEN], ['x', NOON_TOKEN], ['7', NOON_TOKEN, '1']])
      await expect(press(name, args)).rejects.toBeInstanceOf(ZodError);
  });

  it('ticket-links answers with the ticket and its orders in the panel', async () => {
    expect((await press('ticket-links', ['7', '', NOON_TOKEN])).content).toBe(
      `Ticket #7: ${publicUrl}/admin?tab=tickets&open=7`,
    );
    expect((await press('ticket-links', ['7', '17.18', NOON_TOKEN])).content?.split('\n').slice(1)).toEqual([
      `Bestellung #17: ${publicUrl}/admin?open=17`,
      `Bestellung #18: ${publicUrl}/admin?open=18`,
    ]);
    for (const orders of ['x', '17.', '0', '1.2.x'])
      await expect(press('ticket-links', ['7', orders, NOON_TOKEN])).rejects.toBeInstanceOf(ZodError);
  });
});
