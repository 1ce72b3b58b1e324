import { Injectable } from '@nestjs/common';
import type { RoleRights } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { RoleList } from './role-list.js';

/** Projects what admins say that a role gives to the panels of admins. */
@Injectable()
export class RightsRooms {
  readonly rights;

  constructor(roles: RoleList) {
    this.rights = roomProjection({
      aggregate: 'rights',
      keyOf: ({ aggregateId }) => aggregateId,
      read: async (tx, ids) => {
        const read = new Map<string, RoleRights>();
        for (const id of ids) read.set(id, await roles.one(id, tx));
        return read;
      },
      // Discord's name for it is not asked for while the relay waits.
      messages: ({ name: _name, ...rights }) => ({ version: rights.version, admin: rights }),
    });
  }
}
