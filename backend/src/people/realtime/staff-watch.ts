import { Injectable } from '@nestjs/common';
import { RoleSource } from '../rights/role-source.js';
import type { ShopSocket } from '../../platform/realtime/shop-socket.js';

/** Concurrent calls to Discord, which allows 50 calls a second of all kinds. */
const MAX_CONCURRENT = 10;

/** Refreshes the roles of connected staff, so that a lost role is noticed within 5 s. */
@Injectable()
export class StaffWatch {
  private readonly asking = new Set<string>();

  constructor(private readonly roles: RoleSource) {}

  /** Requests the roles of connected staff that no process has requested recently; does not wait. */
  refresh(sockets: readonly ShopSocket[]): void {
    const people = new Set(sockets.flatMap(({ data }) => data.staffDiscordId ?? []));
    for (const discordId of people) {
      if (this.asking.size >= MAX_CONCURRENT) return;
      if (this.asking.has(discordId) || this.roles.isFresh(discordId)) continue;
      this.asking.add(discordId);
      void this.roles.roleOf(discordId, 'live').finally(() => this.asking.delete(discordId));
    }
  }

  /** Calls the listener when somebody is found to have lost a role that gives rights. */
  onLost(listener: (discordId: string) => void): void {
    this.roles.lost.subscribe(listener);
  }

  /** Calls the listener when an admin changed what roles give. */
  onGrants(listener: () => void): void {
    this.roles.regranted.subscribe(listener);
  }
}
