import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { SETTINGS, type Settings } from '../../settings.js';
import { Periodic } from '../jobs/periodic.js';
import { socketWithIdleTimeout } from './fair-pool.js';

/** Interval of connection checks and pause before a reconnect, ms. */
const CHECK_MS = 1_000;
/** Time without an answer after which the connection counts as dead, ms. */
const READ_TIMEOUT_MS = 5_000;

/**
 * Receives Postgres notifications on a dedicated connection, which reconnects without limit. Notifications may be
 * lost, so handlers are also called after every reconnect, and their owners poll.
 */
@Injectable()
export class NotificationListener implements OnApplicationShutdown {
  private readonly logger = new Logger(NotificationListener.name);
  private readonly handlers = new Map<string, (payload: string) => void>();
  private client: pg.Client | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Registers the handler of a channel, called with the payload ('' after a reconnect). Call before or at the
   * start.
   */
  onNotification(channel: string, handler: (payload: string) => void): void {
    this.handlers.set(channel, handler);
    if (this.client) void this.listenToChannels(this.client, channel).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Opens the connection, or pings an open one. */
  @Periodic({ name: 'listener', every: CHECK_MS, role: 'all', isFirstAwaited: true })
  async checkConnection(): Promise<void> {
    if (this.client)
      await this.client.query('SELECT 1').catch((error) => this.dropClient(this.client, error));
    else await this.connectClient();
  }

  private async connectClient(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      stream: () => socketWithIdleTimeout(READ_TIMEOUT_MS),
    });
    client.on('error', (error) => this.dropClient(client, error));
    client.on('end', () => this.dropClient(client, new Error('connection ended')));
    client.on('notification', ({ channel, payload = '' }) => this.handlers.get(channel)?.(payload));
    try {
      await client.connect();
      for (const channel of this.handlers.keys()) await this.listenToChannels(client, channel);
      this.client = client;
      for (const handler of this.handlers.values()) handler('');
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  private async listenToChannels(client: pg.Client, channel: string): Promise<void> {
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  }

  /**
   * Drops a broken connection, so that the next check opens a new one. Late errors of older connections are
   * ignored.
   */
  private dropClient(client: pg.Client | undefined, error: unknown): void {
    if (!client || this.client !== client) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`LISTEN connection lost: ${reason}. Reconnecting in ${CHECK_MS} ms.`);
  }
}
