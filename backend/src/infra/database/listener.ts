import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import pg from 'pg';
import { SETTINGS, type Settings } from '../../settings.js';

const RECONNECT_MS = 1_000;

/** Hears NOTIFY on a connection of its own; reconnects for ever. Rings may be lost: whoever listens also polls. */
@Injectable()
export class Listener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Listener.name);
  private readonly handlers = new Map<string, () => void>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Calls the handler on every ring of a channel. To be called before or at application start. */
  on(channel: string, handler: () => void): void {
    this.handlers.set(channel, handler);
    if (this.client) void this.listen(this.client, channel).catch(() => undefined);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    if (this.stopped) return;
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    });
    client.on('error', (error) => this.reconnect(error));
    client.on('end', () => this.reconnect(new Error('connection ended')));
    client.on('notification', ({ channel }) => this.handlers.get(channel)?.());
    try {
      await client.connect();
      this.client = client;
      for (const channel of this.handlers.keys()) await this.listen(client, channel);
    } catch (error) {
      this.reconnect(error);
    }
  }

  private async listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  }

  private reconnect(error: unknown): void {
    if (this.stopped || this.timer) return;
    this.logger.warn(
      `listening again in a moment: ${error instanceof Error ? error.message : String(error)}`,
    );
    this.client = undefined;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.connect();
    }, RECONNECT_MS);
  }
}
