import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { SocketIntervals } from './socket-intervals.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { SocketWatch } from './socket-watch.js';
import { StaffWatch } from './staff-watch.js';
import { StreamFanout } from './stream-fanout.js';

/** Live pages: sends relayed messages to sockets. */
@Module({
  imports: [AuthModule],
  providers: [SocketIntervals, RealtimeGateway, SocketWatch, StaffWatch, StreamFanout],
  exports: [RealtimeGateway],
})
export class RealtimeModule {}
