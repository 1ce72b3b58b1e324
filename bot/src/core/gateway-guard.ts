import { SimpleShardingStrategy, type Client, type WebSocketOptions } from 'discord.js';

/** Called with each gateway message that the library could not read: why, and the message if it was an event. */
export type OnUnreadable = (error: unknown, packet?: unknown) => void;

/** A shard, as far as it is guarded: the library declares its parts private, without their types. */
interface FrameReader {
  onMessage: (...frame: unknown[]) => Promise<void>;
}

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** Shards whose frames are read under guard: an error while reading one is told and nothing else. */
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

/** The client's option that guards whatever comes over the line (OWN-440). */
export function guardedLine(onUnreadable: OnUnreadable): Pick<WebSocketOptions, 'buildStrategy'> {
  return { buildStrategy: (manager) => new GuardedStrategy(manager, onUnreadable) };
}

/**
 * Guards the one place where the library turns events into its objects, also those that waited until it was ready:
 * an event that breaks it is told, and the next one is read as ever (OWN-440).
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
