import { describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../test/settings.js';
import { Transactions } from '../../platform/database/transaction.js';
import { POOL_SIZE } from '../../platform/database/data-source.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
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
  messages.storeMessage = async (provider, { id }) => ({
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
    new PaymentProviderRegistry([], testSettings('postgres://127.0.0.1:9/none')),
  );
  return { inbox, begun, done, end: (id: number) => ends.get(id)?.() };
}

describe('the inbox of provider messages', () => {
  it('processes as many at once as leave a third of the connections to people', async () => {
    const { inbox, begun, done, end } = openInbox();
    const ids = Array.from({ length: POOL_SIZE }, (_, index) => index + 1);
    for (const id of ids) await inbox.receiveMessage('stripe', { id: String(id), type: 'spec', payload: {} });
    await turn();
    expect(begun).toEqual(ids.slice(0, (POOL_SIZE * 2) / 3));
    for (const id of begun) end(id);
    await turn();
    expect(begun).toEqual(ids);
    for (const id of ids) end(id);
    await inbox.waitUntilProcessed();
    expect(done).toEqual(ids);
  });

  it('is settled only when no message is being processed or waits', async () => {
    const { inbox, begun, end } = openInbox();
    const ids = Array.from({ length: POOL_SIZE }, (_, index) => index + 1);
    for (const id of ids) await inbox.receiveMessage('stripe', { id: String(id), type: 'spec', payload: {} });
    await turn();
    let isOver = false;
    const over = inbox.waitUntilProcessed().then(() => (isOver = true));
    for (const id of begun) end(id);
    await turn();
    expect(isOver).toBe(false);
    for (const id of ids) end(id);
    await over;
  });
});
