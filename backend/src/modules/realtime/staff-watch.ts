import { Injectable } from '@nestjs/common';
import { RoleSource } from '../auth/role-source.js';
import type { ShopSocket } from './shop-socket.js';

/** Questions to Discord that may be under way at once: it takes 50 calls a second of all kinds. */
const MOST_AT_ONCE = 10;

/** Keeps what is known of connected staff so fresh that a lost role is noticed within 5 s (OWN-126, OWN-447). */
@Injectable()
export class StaffWatch {
  private readonly asking = new Set<string>();

  constructor(private readonly roles: RoleSource) {}

  /** Asks about whoever has not been asked about for a while, by this process or another; does not wait. */
  look(sockets: readonly ShopSocket[]): void {
    const people = new Set(sockets.flatMap(({ data }) => data.staffDiscordId ?? []));
    for (const discordId of people) {
      if (this.asking.size >= MOST_AT_ONCE) return;
      if (this.asking.has(discordId) || this.roles.isFresh(discordId)) continue;
      this.asking.add(discordId);
      void this.roles.roleOf(discordId, 'live').finally(() => this.asking.delete(discordId));
    }
  }

  /** Calls the listener at once when somebody is found to be no staff any more. */
  onLost(listener: (discordId: string) => void): void {
    this.roles.lost.subscribe(listener);
  }
}
