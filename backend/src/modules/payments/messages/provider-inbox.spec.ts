import { describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../../test/settings.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { PaymentProviders } from '../payment-providers.js';
import { HandleMessage } from './handle-message.js';
import { ProviderInbox } from './provider-inbox.js';
import { ProviderMessages } from './provider-messages.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An inbox whose messages a spec ends by hand. */
function openInbox() {
  const begun: number[] = [];
  const done: number[] = [];
  const ends = new Map<number, () => void>();
  const messages: ProviderMessages = Object.create(ProviderMessages.prototype);
  messages.store = async (provider, { id }) => ({
    id: Number(id),
    provider,
    event_id: id,
    payload: {},
    attempts: 1,
  });
  messages.markProcessed = async (id) => void done.push(id);
  const handling: HandleMessage = Object.create(HandleMessage.prototype);
  handling.execute = async ({ id }) => {
    begun.push(id);
    await new Promise<void>((resolve) => ends.set(id, resolve));
    return 'handled';
  };
  const transactions: Transactions = Object.create(Transactions.prototype);
  const inbox = new ProviderInbox(
    messages,
    handling,
    transactions,
    new PaymentProviders([], testSettings('postgres://127.0.0.1:9/none')),
  );
  return { inbox, begun, done, end: (id: number) => ends.get(id)?.() };
}

describe('the inbox of provider messages', () => {
  it('is settled only when no message is being processed or waits', async () => {
    const { inbox, begun, done, end } = openInbox();
    for (const id of ['1', '2', '3', '4']) await inbox.receive('stripe', { id, type: 'spec', payload: {} });
    await turn();
    // One more than are processed at the same time.
    expect(begun).toEqual([1, 2, 3]);
    let isOver = false;
    const over = inbox.settled().then(() => (isOver = true));
    for (const id of [1, 2, 3]) end(id);
    await turn();
    expect([isOver, begun]).toEqual([false, [1, 2, 3, 4]]);
    end(4);
    await over;
    expect(done).toEqual([1, 2, 3, 4]);
  });
});
