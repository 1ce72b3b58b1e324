import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getPostQueueName } from '@pax/contracts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { testSettings } from '../../../test/settings.js';
import { until } from '../../../test/until.js';
import { PostQueue } from './post-queue.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';

describe('PostQueue on Postgres, for machines without Redis', () => {
  let database: TestDatabase;
  let connections: QueueConnections;
  beforeAll(async () => {
    database = await createTestDatabase();
    connections = new QueueConnections(testSettings(database.url, { QUEUE_URL: database.url }));
    await connections.onModuleInit();
  });
  afterAll(async () => {
    await connections.onApplicationShutdown();
    await database.drop();
  });

  it('adds one job while no worker runs, and wakes a worker', async () => {
    const postQueue = new PostQueue(connections);
    await postQueue.notifyChannels(['orders']);
    await postQueue.notifyChannels(['orders']);
    const queue = connections.findQueue(getPostQueueName('orders'));
    expect(await queue?.getWaitingCount()).toBe(1);
    const received: unknown[] = [];
    connections.startWorker(getPostQueueName('orders'), async ({ data }) => void received.push(data));
    await until(
      async () => received.length,
      (count) => count === 1,
    );
    await postQueue.notifyChannels(['orders']);
    await until(
      async () => received.length,
      (count) => count === 2,
    );
    expect(await connections.readState()).toBe('connected');
  });
});
