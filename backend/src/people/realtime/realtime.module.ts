import { Module } from '@nestjs/common';
import { AuthModule } from '../sign-in/auth.module.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { ResumeBudget } from '../../platform/realtime/resume-budget.js';
import { RoomResumes } from '../../platform/realtime/room-resumes.js';
import { SocketIntervals } from '../../platform/realtime/socket-intervals.js';
import { SocketLimits } from '../../platform/realtime/socket-limits.js';
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
