import { SimpleShardingStrategy, type Client, type WebSocketOptions } from 'discord.js';

/** Called for each gateway message that the library could not read, with the error and, for events, the packet. */
export type OnUnreadable = (error: unknown, packet?: unknown) => void;

/** The guarded part of a shard, which the library declares private and untyped. */
interface FrameReader {
  onMessage: (...frame: unknown[]) => Promise<void>;
}

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** Shards that report an error while reading a frame instead of failing. */
class GuardedStrategy extends SimpleShardingStrategy {
  constructor(
    manager: ShardManager,
    private readonly onUnreadable: OnUnreadable,
  ) {
    super(manager);
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    const shards: ReadonlyMap<number, FrameReader> = this['shards'];
    for (const shard of shards.values()) {
      const read = shard.onMessage.bind(shard);
      shard.onMessage = async (...frame) => {
        await read(...frame).catch((error: unknown) => this.onUnreadable(error));
      };
    }
  }
}

/** Client option that guards every frame of the gateway connection (OWN-440). */
export function guardedSharding(onUnreadable: OnUnreadable): Pick<WebSocketOptions, 'buildStrategy'> {
  return { buildStrategy: (manager) => new GuardedStrategy(manager, onUnreadable) };
}

/**
 * Guards the method where the library turns all events, queued ones included, into its objects, so that an event that
 * throws is reported and the next one is read (OWN-440).
 */
export function guardEvents(client: Client, onUnreadable: OnUnreadable): void {
  const { ws } = client;
  const handle = ws['handlePacket'].bind(ws);
  ws['handlePacket'] = (packet, shard) => {
    try {
      return handle(packet, shard);
    } catch (error) {
      onUnreadable(error, packet);
      return true;
    }
  };
}
