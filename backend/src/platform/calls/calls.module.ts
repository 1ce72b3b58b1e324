import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallContractInterceptor } from './call-contract.interceptor.js';

/** Checks the answers of every API call against the call's contract. */
@Global()
@Module({
  providers: [CallContractInterceptor, { provide: APP_INTERCEPTOR, useExisting: CallContractInterceptor }],
  exports: [CallContractInterceptor],
})
export class CallsModule {}
