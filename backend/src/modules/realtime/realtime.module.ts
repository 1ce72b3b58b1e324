import { Module, type OnModuleInit } from '@nestjs/common';
import { Announcer } from '../../infra/outbox/announcer.js';
import { AuthModule } from '../auth/auth.module.js';
import { RealtimeGateway } from './realtime.gateway.js';

/** Live pages: what the relay numbered reaches the sockets. */
@Module({ imports: [AuthModule], providers: [RealtimeGateway] })
export class RealtimeModule implements OnModuleInit {
  constructor(
    private readonly announcer: Announcer,
    private readonly gateway: RealtimeGateway,
  ) {}

  onModuleInit(): void {
    this.announcer.add(({ ranges }) => this.gateway.emit(ranges));
  }
}
