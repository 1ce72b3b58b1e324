import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { AuthModule } from '../../people/sign-in/auth.module.js';
import { EvidenceModule } from '../../shop/evidence/evidence.module.js';
import { PicturesModule } from '../../support/pictures/pictures.module.js';
import { RequestDeletion, RunDeletions } from './account-deletions.js';
import { EraseAccount } from './erase-account.js';
import { EraseRemains } from './erase-remains.js';
import { ExportOwnData } from './export/export-own-data.js';
import { ForgetEvidence, ForgetOldMessages } from './forget-old-data.js';
import { OwnDataController } from './own-data.controller.js';
import { OwnDataQueries } from './own-data.queries.js';

/** People's requests about their own data: to get a copy of it and to have it erased. */
@Module({
  imports: [AccountsModule, AuthModule, EvidenceModule, PicturesModule],
  controllers: [OwnDataController],
  providers: [
    RequestDeletion,
    RunDeletions,
    EraseAccount,
    EraseRemains,
    ExportOwnData,
    ForgetEvidence,
    ForgetOldMessages,
    OwnDataQueries,
  ],
})
export class OwnDataModule {}
