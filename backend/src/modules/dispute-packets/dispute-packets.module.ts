import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { DisputePacketsController } from './dispute-packets.controller.js';
import { DisputePacketsQueries } from './dispute-packets.queries.js';
import { ForgetEvidence } from './forget-evidence.js';
import { ReadDisputePacket } from './read-dispute-packet.js';

/** What admins hand a bank that disputes a purchase, and when it is forgotten. */
@Module({
  imports: [EvidenceModule],
  controllers: [DisputePacketsController],
  providers: [DisputePacketsQueries, ForgetEvidence, ReadDisputePacket],
})
export class DisputePacketsModule {}
