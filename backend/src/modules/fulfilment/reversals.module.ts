import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Reversals } from '../payments/refunds/reversals.js';
import { RolesModule } from '../roles/roles.module.js';
import { OutsideReversals } from './outside-reversals.js';

/** Gives payments what undoes purchases; global, because payments come below whatever knows orders' lives. */
@Global()
@Module({
  imports: [AccountsModule, RolesModule],
  providers: [{ provide: Reversals, useClass: OutsideReversals }],
  exports: [Reversals],
})
export class ReversalsModule {}
