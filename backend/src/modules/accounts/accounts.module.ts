import { Module } from '@nestjs/common';
import { AccountsQueries } from './accounts.queries.js';

@Module({ providers: [AccountsQueries], exports: [AccountsQueries] })
export class AccountsModule {}
