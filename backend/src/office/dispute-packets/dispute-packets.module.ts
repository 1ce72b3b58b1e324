import { Module } from '@nestjs/common';
import { EvidenceModule } from '../../shop/evidence/evidence.module.js';
import { DisputePacketsController } from './dispute-packets.controller.js';
import { DisputePacketsQueries } from './dispute-packets.queries.js';
import { ForgetEvidence } from './forget-evidence.js';
import { ReadDisputePacket } from './read-dispute-packet.js';

/**
 * The dispute packet, which admins hand to a bank that disputes a purchase, and the job that erases old
 * evidence.
 */
@Module({
  imports: [EvidenceModule],
  controllers: [DisputePacketsController],
  providers: [DisputePacketsQueries, ForgetEvidence, ReadDisputePacket],
})
export class DisputePacketsModule {}
