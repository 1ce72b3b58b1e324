import { Module } from '@nestjs/common';
import { EvidenceModule } from '../../shop/evidence/evidence.module.js';
import { DisputePacketsController, ReadDisputePacket } from './dispute-packets.controller.js';
import { DisputePacketsQueries } from './dispute-packets.queries.js';

/** The dispute packet, which admins hand to a bank that disputes a purchase. */
@Module({
  imports: [EvidenceModule],
  controllers: [DisputePacketsController],
  providers: [DisputePacketsQueries, ReadDisputePacket],
})
export class DisputePacketsModule {}
