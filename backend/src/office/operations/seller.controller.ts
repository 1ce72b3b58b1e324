import { Controller, Inject } from '@nestjs/common';
import { receiptCalls, type SellerAnswer } from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Serves the shop operator's name and address from the settings. */
@Controller()
export class SellerController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Call(receiptCalls.seller)
  readSeller(): SellerAnswer {
    const { seller, evidenceDays } = this.settings;
    return { ...seller, evidenceDays };
  }
}
