import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { HealthController } from './health.controller.js';
import { HealthCheck } from './health.js';
import { HEALTH_PARTS, type HealthPart } from './health-parts.js';

@Module({
  imports: [CheckoutModule],
  controllers: [HealthController],
  providers: [HealthCheck, { provide: HEALTH_PARTS, useValue: [] satisfies HealthPart[] }],
})
export class OperationsModule {}
