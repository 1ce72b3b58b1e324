import { Module } from '@nestjs/common';
import { NoticeMails } from './mail/notice-mails.js';
import { NoticeSwitches } from './notice-switches.js';
import { NoticesController } from './notices.controller.js';
import { NoticesQueries } from './notices.queries.js';
import { PushController } from './push/push.controller.js';
import { PushQueue } from './push/push-queue.js';
import { PushSender } from './push/push-sender.js';
import { PushSubscriptions } from './push/push-subscriptions.js';
import { SendPushes } from './push/send-pushes.js';
import { ReadNotices } from './read-notices.js';

@Module({
  controllers: [NoticesController, PushController],
  providers: [
    NoticesQueries,
    ReadNotices,
    NoticeSwitches,
    NoticeMails,
    PushQueue,
    PushSender,
    PushSubscriptions,
    SendPushes,
  ],
  exports: [NoticeMails, PushQueue],
})
export class NoticesModule {}
