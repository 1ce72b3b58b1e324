import { describe, expect, it } from '@jest/globals';
import { customerCalls, botTicketRequest, type BotTicketRequest } from '@pax/contracts';
import { ZodError } from 'zod';
import { NOON, NOON_TOKEN, aCall, CALLER_ID, REQUEST_ID } from '../../test/samples.js';
import {
  createProblemButton,
  createProblemModal,
  createWriteBackButton,
  createWriteBackModal,
} from './direct-message-buttons.js';
import { ticketCommand, createTicketModal } from './ticket.js';
import { UserFacingError } from './command.js';
import { ProblemError } from '../shop-client.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';
import { RequestIds } from '../request-ids.js';

const publicUrl = 'https://shop.test';
const TOKEN = 'q7Zk2mX9-bTn4VwLr0_Hcd';
const sent: BotTicketRequest[] = [];
const deps = (token: string | null = null) => ({
  publicUrl,
  requestIds: new RequestIds(),
  shop: new StubShop(
    stubCall(customerCalls.botCreateTicket, ({ body }) => {
      sent.push(botTicketRequest.parse(body));
      return { id: 12, token };
    }),
  ),
});
const typed = { priority: 'high', subject: 'Where is it?', message: 'Not there.' };

describe('/ticket (OWN-619)', () => {
  it.each([
    ['en', 'Ask the staff'],
    ['de', 'Frag das Team'],
  ] as const)('opens a window in %s, at once', async (language, title) => {
    const { modal } = await ticketCommand().execute(aCall({ language }));
    expect(modal).toMatchObject({ custom_id: '1:ticket', title });
    expect(modal?.components).toHaveLength(4);
    expect(modal?.components.at(-1)).toMatchObject({
      type: 18,
      component: { type: 19, required: false, min_values: 0, max_values: 3 },
    });
    expect(ticketCommand().policy.defer).toBe(false);
  });

  it('sends it as the caller, and says where the answer will be', async () => {
    const { content } = await createTicketModal(deps()).execute(aCall({ options: typed }));
    expect(sent.at(-1)).toEqual({ discordId: CALLER_ID, requestId: REQUEST_ID, name: 'coalheart', ...typed });
    expect(content).toContain(`${publicUrl}/account?tab=support`);
  });

  it('hands over where the pictures are (OWN-619)', async () => {
    const pictures = ['https://cdn.discordapp.com/ephemeral-attachments/1/2/a.png'];
    await createTicketModal(deps()).execute(aCall({ options: typed, files: { pictures } }));
    expect(sent.at(-1)).toMatchObject({ pictures });
  });

  it('shows a secret link to the caller alone where there is no account', async () => {
    const window = createTicketModal(deps(TOKEN));
    const { content } = await window.execute(aCall({ options: typed, language: 'de' }));
    expect(content).toContain(`${publicUrl}/support-ticket#${TOKEN}`);
    expect(window.policy).toMatchObject({ defer: true, ephemeral: true });
  });

  it('sends nothing of a forged window', async () => {
    const before = sent.length;
    const forged = { ...typed, priority: 'now' };
    await expect(createTicketModal(deps()).execute(aCall({ options: forged }))).rejects.toBeInstanceOf(
      ZodError,
    );
    await expect(createTicketModal(deps()).execute(aCall({ options: {} }))).rejects.toBeInstanceOf(ZodError);
    expect(sent).toHaveLength(before);
  });
});

describe('the button "problem" (OWN-619)', () => {
  it('opens a window about the order, also in direct messages', async () => {
    const { modal } = await createProblemButton().execute(
      aCall({ args: ['41', NOON_TOKEN], language: 'de' }),
    );
    expect(modal).toMatchObject({
      custom_id: `1:problem:41:${NOON_TOKEN}`,
      title: 'Problem mit Bestellung #41',
    });
    for (const { policy } of [createProblemButton(), createProblemModal(deps())])
      expect(policy.worksInDirectMessages).toBe(true);
  });

  it('sends a ticket about it', async () => {
    const { content } = await createProblemModal(deps()).execute(
      aCall({ args: ['41', NOON_TOKEN], options: { message: 'One is missing.' } }),
    );
    expect(sent.at(-1)).toEqual({
      discordId: CALLER_ID,
      requestId: REQUEST_ID,
      name: 'coalheart',
      subject: 'Problem with order #41',
      message: 'One is missing.',
      priority: 'high',
      orderId: 41,
      madeAt: Date.parse(NOON),
    });
    expect(content).toContain('Ticket #12');
  });

  it('is nothing when it is forged', async () => {
    for (const args of [[], ['41'], ['0', NOON_TOKEN], ['x'], ['2147483648'], ['1', 'UP'], ['1', '2', '3']])
      await expect(createProblemButton().execute(aCall({ args }))).rejects.toBeInstanceOf(ZodError);
  });
});

describe('the button "Answer" below words of staff (OWN-1452)', () => {
  const args = ['12', NOON_TOKEN];
  const writing = (answer: () => undefined) => ({
    publicUrl,
    requestIds: new RequestIds(),
    shop: new StubShop(
      stubCall(customerCalls.botWriteTicketMessage, ({ params, body }) => {
        written.push({ ...params, ...body });
        return answer();
      }),
    ),
  });
  const written: object[] = [];

  it('opens a window for a message with pictures, whose words arrive in the shop', async () => {
    const { modal } = await createWriteBackButton().execute(aCall({ args }));
    expect(modal).toMatchObject({ custom_id: `1:ticket-message:12:${NOON_TOKEN}`, title: 'Ticket #12' });
    expect(modal?.components).toHaveLength(2);
    const pictures = ['https://cdn.discordapp.com/ephemeral-attachments/1/2/a.png'];
    const window = createWriteBackModal(writing(() => undefined));
    const { content } = await window.execute(
      aCall({ args, options: { text: 'nova_mc' }, files: { pictures } }),
    );
    expect(written.at(-1)).toEqual({
      id: 12,
      discordId: CALLER_ID,
      requestId: REQUEST_ID,
      text: 'nova_mc',
      madeAt: Date.parse(NOON),
      pictures,
    });
    expect(content).toContain('ticket #12');
    expect(window.policy).toMatchObject({ defer: true, ephemeral: true, worksInDirectMessages: true });
  });

  it('says that the ticket has ended', async () => {
    const ended = createWriteBackModal(
      writing(() => {
        throw new ProblemError({
          type: 'about:blank',
          title: 'ILLEGAL_MOVE',
          status: 409,
          code: 'ILLEGAL_MOVE',
          message: 'no',
        });
      }),
    );
    await expect(ended.execute(aCall({ args, options: { text: 'x' } }))).rejects.toThrow(UserFacingError);
  });
});
