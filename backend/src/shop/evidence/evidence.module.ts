import { Module } from '@nestjs/common';
import { PurchaseOrigins } from './purchase-origins.js';

@Module({ providers: [PurchaseOrigins], exports: [PurchaseOrigins] })
export class EvidenceModule {}
