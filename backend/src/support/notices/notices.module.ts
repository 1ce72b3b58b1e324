import { Module } from '@nestjs/common';
import { NoticesController } from './notices.controller.js';
import { NoticesQueries } from './notices.queries.js';
import { ReadNotices } from './read-notices.js';

@Module({ controllers: [NoticesController], providers: [NoticesQueries, ReadNotices] })
export class NoticesModule {}
