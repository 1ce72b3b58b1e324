import { Controller, Inject } from '@nestjs/common';
import { operationCalls, type SellerAnswer } from '@pax/contracts';
import { Call } from '../../infra/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** What pages of law say of the operator, from the settings (OWN-588). */
@Controller()
export class SellerController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Call(operationCalls.seller)
  seller(): SellerAnswer {
    const { seller, evidenceDays } = this.settings;
    return { ...seller, evidenceDays };
  }
}
