import { describe, expect, it } from '@jest/globals';
import { botCalls, staffCalls, ERROR_STATUS, type ErrorCode } from '@pax/contracts';
import { ZodError } from 'zod';
import { aCall, anOrder, CALLER_ID, NOON_TOKEN, REQUEST_ID } from '../../test/samples.js';
import { ProblemError } from '../shop-client.js';
import { UserFacingError } from './command.js';
import { createOrderMoveCommands, createOrderMoveButton } from './staff-orders.js';
import { createTicketCommands, createTicketModals } from './staff-tickets.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';
import { RequestIds } from '../request-ids.js';

const publicUrl = 'https://shop.test';
const named = <T extends { name: string }>(all: readonly T[], name: string): T => {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const refused = (code: ErrorCode) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '' });

describe('/process, /complete, /release, /cancel (OWN-148)', () => {
  const moves: unknown[] = [];
  let failure: Error | undefined;
  let panelAct: () => Promise<undefined> = async () => undefined;
  const shop = new StubShop(
    stubCall(botCalls.botTransitionOrder, ({ params: { id, move }, body: { discordId } }) => {
      if (failure) throw failure;
      moves.push([id, move, discordId]);
      return anOrder();
    }),
    stubCall(staffCalls.botPanelAct, () => panelAct()),
  );
  const run = (name: string) =>
    named(createOrderMoveCommands({ shop, publicUrl }), name).execute(
      aCall({ options: { order: 9 }, language: 'de' }),
    );

  it('move an order on behalf of the caller', async () => {
    expect((await run('process')).content).toBe('Du hast Bestellung #9 übernommen.');
    expect((await run('release')).content).toBe('Bestellung #9 ist wieder in der Warteschlange.');
    expect((await run('complete')).content).toBe('Bestellung #9 ist abgeschlossen.');
    expect(moves).toEqual([
      [9, 'process', CALLER_ID],
      [9, 'release', CALLER_ID],
      [9, 'complete', CALLER_ID],
    ]);
  });

  it('say of an order that there is none, not that it is somebody else’s', async () => {
    failure = refused('NOT_FOUND');
    const none = new UserFacingError('Eine solche Bestellung gibt es nicht.');
    await expect(run('process')).rejects.toEqual(none);
    const deps = { shop, publicUrl };
    const pressed = aCall({ args: ['complete', '9', NOON_TOKEN], language: 'de' });
    await expect(createOrderMoveButton(deps).execute(pressed)).rejects.toEqual(none);
    failure = refused('FORBIDDEN');
    await expect(run('process')).rejects.toBe(failure);
    failure = undefined;
  });

  it('lead to the panel for what gives money back', async () => {
    const before = moves.length;
    expect((await run('cancel')).content).toContain(`${publicUrl}/admin?q=9`);
    expect(moves).toHaveLength(before);
    panelAct = () => Promise.reject(refused('FORBIDDEN'));
    await expect(run('cancel')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe.each([
  ['ticket-reply', 'Ticket #7 beantworten', 'Ticket #7 ist beantwortet und gelöst.'],
  ['ticket-write', 'Nachricht zu Ticket #7', 'Die Nachricht steht bei Ticket #7, das offen bleibt.'],
  ['ticket-note', 'Notiz zu Ticket #7', 'Die Notiz steht bei Ticket #7.'],
])('/%s (OWN-148)', (name, title, done) => {
  const sent: unknown[] = [];
  const send = (kind: string, id: string | number, body: object, error?: Error): undefined => {
    if (error) throw error;
    sent.push([kind, id, body]);
  };
  const write = (args: string[], error?: Error) => {
    const shop = new StubShop(
      stubCall(staffCalls.botAnswerTicket, ({ params, body }) =>
        send('ticket-reply', params.id, body, error),
      ),
      stubCall(staffCalls.botWriteStaffMessage, ({ params, body }) =>
        send('ticket-write', params.id, body, error),
      ),
      stubCall(staffCalls.botNoteTicket, ({ params, body }) => send('ticket-note', params.id, body, error)),
    );
    const deps = { shop, requestIds: new RequestIds() };
    return named(createTicketModals(deps), name).execute(
      aCall({ args, options: { text: 'It waits.' }, language: 'de' }),
    );
  };

  it('opens a window, whose text is sent on behalf of the caller', async () => {
    const command = named(createTicketCommands({ shop: new StubShop() }), name);
    const { modal } = await command.execute(aCall({ options: { ticket: 7 }, language: 'de' }));
    expect(modal).toMatchObject({ custom_id: `1:${name}:7`, title });
    expect(command.policy).toMatchObject({ permission: 'tickets', ephemeral: true });
    expect((await write(['7'])).content).toBe(done);
    const text = name === 'ticket-reply' ? { response: 'It waits.' } : { text: 'It waits.' };
    expect(sent).toEqual([[name, 7, { discordId: CALLER_ID, requestId: REQUEST_ID, ...text }]]);
  });

  it('says what is wrong with the ticket', async () => {
    const spoken = (text: string) => new UserFacingError(text);
    await expect(write(['7'], refused('NOT_FOUND'))).rejects.toEqual(
      spoken('Ein solches Ticket gibt es nicht.'),
    );
    await expect(write(['7'], refused('ILLEGAL_MOVE'))).rejects.toEqual(
      spoken('Dieses Ticket ist beendet und nimmt nichts mehr an.'),
    );
    await expect(write(['7'], refused('FORBIDDEN'))).rejects.toBeInstanceOf(ProblemError);
    await expect(write(['x'])).rejects.toBeInstanceOf(ZodError);
  });
});
