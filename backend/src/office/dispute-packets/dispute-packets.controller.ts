import { Controller, Inject, Res, Injectable } from '@nestjs/common';
import { refundCalls, type DisputePacketAnswer } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { renderPacketDocument } from './packet-document.js';
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

@Controller()
export class DisputePacketsController {
  constructor(
    private readonly readPacket: ReadDisputePacket,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(refundCalls.disputePacket)
  showPacket(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.disputePacket, 'ref') ref: string,
  ): Promise<DisputePacketAnswer> {
    return this.readPacket.execute(ref, actorName(actor), 'shown');
  }

  /**
   * Sends the dispute packet as a download, so that no browser renders customers' text as a page of the shop.
   */
  @Call(refundCalls.disputePacketFile)
  async downloadPacket(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.disputePacketFile, 'ref') ref: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const packet = await this.readPacket.execute(ref, actorName(actor), 'downloaded');
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    void reply.header('content-disposition', `attachment; filename="dispute-${ref}.html"`);
    void reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    return renderPacketDocument(packet, this.settings.seller.name);
  }
}
