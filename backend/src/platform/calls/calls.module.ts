import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallContract } from './call-contract.js';

/** Holds every handler to the contract of its call. */
@Global()
@Module({
  providers: [CallContract, { provide: APP_INTERCEPTOR, useExisting: CallContract }],
  exports: [CallContract],
})
export class CallsModule {}
