import { Queue, Worker } from 'bullmq';
import { createServer } from 'node:http';
import pg from 'pg';
import { Server } from 'socket.io';
import { z } from 'zod';
import { listen, receiveSettings } from './floor-server.js';

/**
 * Floor of the broadcast row: database NOTIFY → queue → Socket.IO, without storing, numbering or checking. A message
 * from the bench is sent at once, to measure Socket.IO alone.
 */
const { databaseUrl, redisUrl, channel, payload } = await receiveSettings(
  z.object({
    databaseUrl: z.string(),
    redisUrl: z.string(),
    channel: z.string(),
    /** Payload of the same length as the shop's own message. */
    payload: z.record(z.string(), z.unknown()),
  }),
);
const address = new URL(redisUrl);
const connection = {
  host: address.hostname,
  port: Number(address.port),
  password: decodeURIComponent(address.password),
  maxRetriesPerRequest: null,
};
const queueName = `bench-${process.pid}`;
const jobOptions = { removeOnComplete: true, removeOnFail: true };

const http = createServer();
const sockets = new Server(http, { transports: ['websocket'], serveClient: false });
const emitEvent = (id: string): void => void sockets.emit('event', { ...payload, id });

const queue = new Queue(queueName, { connection });
const worker = new Worker(
  queueName,
  async ({ data }) => emitEvent(z.object({ id: z.string() }).parse(data).id),
  {
    connection,
  },
);
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
database.on('notification', ({ payload: id = '' }) => void queue.add('emit', { id }, jobOptions));
await database.query(`LISTEN ${channel}`);
process.on('message', (message) => emitEvent(z.object({ id: z.string() }).parse(message).id));

await listen(http);
