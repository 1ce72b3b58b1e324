import { Injectable } from '@nestjs/common';
import type { DisputePacketAnswer } from '@pax/contracts';
import { Transactions } from '../../platform/database/transaction.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { DisputePacketsQueries } from './dispute-packets.queries.js';

/** Reads the dispute packet of a purchase for an admin and writes an audit row for each reading. */
@Injectable()
export class ReadDisputePacket {
  constructor(
    private readonly transactions: Transactions,
    private readonly queries: DisputePacketsQueries,
  ) {}

  /** @throws ShopError NOT_FOUND */
  async execute(ref: string, actor: string, format: 'shown' | 'downloaded'): Promise<DisputePacketAnswer> {
    return this.transactions.run(async (tx) => {
      const packet = await this.queries.readPacket(tx, ref);
      await writeAuditRow(tx, {
        actor,
        action: 'dispute-packet.read',
        subject: `checkout:${ref}`,
        detail: { way: format },
      });
      return packet;
    });
  }
}
