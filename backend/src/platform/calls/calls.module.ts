import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallContract } from './call-contract.js';

/** Checks the answers of every API call against the call's contract. */
@Global()
@Module({
  providers: [CallContract, { provide: APP_INTERCEPTOR, useExisting: CallContract }],
  exports: [CallContract],
})
export class CallsModule {}
