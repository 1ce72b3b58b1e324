import { Module } from '@nestjs/common';
import { NoticeMails } from './mail/notice-mails.js';
import { NoticeSwitches } from './notice-switches.js';
import { NoticesController } from './notices.controller.js';
import { NoticesQueries } from './notices.queries.js';
import { ReadNotices } from './read-notices.js';

@Module({
  controllers: [NoticesController],
  providers: [NoticesQueries, ReadNotices, NoticeSwitches, NoticeMails],
  exports: [NoticeMails],
})
export class NoticesModule {}
