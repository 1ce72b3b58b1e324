import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { StreamFanout } from './stream-fanout.js';

/** Live pages: what the relay numbered reaches the sockets. */
@Module({ imports: [AuthModule], providers: [RealtimeGateway, StreamFanout] })
export class RealtimeModule {}
