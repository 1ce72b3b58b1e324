import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { ResumeBudget } from './resume-budget.js';
import { RoomResumes } from './room-resumes.js';
import { SocketIntervals } from './socket-intervals.js';
import { SocketLimits } from './socket-limits.js';
import { SocketWatch } from './socket-watch.js';
import { StaffWatch } from './staff-watch.js';
import { StreamFanout } from './stream-fanout.js';

/** Live pages: sends relayed messages to sockets. */
@Module({
  imports: [AuthModule],
  providers: [
    RealtimeGateway,
    ResumeBudget,
    RoomResumes,
    SocketIntervals,
    SocketLimits,
    SocketWatch,
    StaffWatch,
    StreamFanout,
  ],
  exports: [RealtimeGateway, StreamFanout],
})
export class RealtimeModule {}
