import { Module } from '@nestjs/common';
import { Evidence } from './evidence.js';

@Module({ providers: [Evidence], exports: [Evidence] })
export class EvidenceModule {}
