import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../sign-in/auth.module.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { ResumeBudget, RoomResumes } from '../../platform/realtime/room-resumes.js';
import { SocketIntervals, SocketLimits } from '../../platform/realtime/socket-quota.js';
import { SocketWatch, StaffWatch } from './socket-watch.js';
import { StreamFanout } from './stream-fanout.js';

/** Live updates of pages: sends relayed event messages to sockets. */
@Module({
  imports: [AccountsModule, AuthModule],
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
