import { Inject, Injectable } from '@nestjs/common';
import type { EventWrite } from '../../../infra/outbox/projections.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { tellOrder, tellPaid } from './order-messages.js';
import { tellTicket } from './ticket-messages.js';

/** Which events people are told of by a direct message; none without a bot. */
@Injectable()
export class DirectMessages {
  readonly writes: readonly EventWrite[];

  constructor(@Inject(SETTINGS) { discord }: Settings) {
    this.writes = discord.token === undefined ? [] : [tellPaid, tellOrder, tellTicket];
  }
}
