import { Injectable } from '@nestjs/common';
import { HEAD_INTERVAL_MS } from '@pax/contracts';

/** How often sockets are looked after. In one place, so that specs need not wait for it; read at start. */
@Injectable()
export class SocketIntervals {
  /** Between two `head` of a room, ms. */
  headMs = HEAD_INTERVAL_MS;
  /** Between two looks at sessions and rights, ms: with the look itself less than the promised 5 s. */
  checkMs = 4_000;
  /** Between two looks at how fresh Discord's word about connected staff is, ms. */
  staffMs = 500;
  /** Between two looks for sockets that do not keep up, ms. */
  slowMs = 1_000;
}
