import { Injectable } from '@nestjs/common';
import { HEAD_INTERVAL_MS } from '@pax/contracts';

/** Intervals of the socket loops, read at start. Injectable so that specs can change them. */
@Injectable()
export class SocketIntervals {
  /** Between two `head` of a room, ms. */
  headMs = HEAD_INTERVAL_MS;
  /** Between two checks of sessions and rights, ms: with the check itself less than the promised 5 s. */
  checkMs = 4_000;
  /** Between two checks whether the cached Discord roles of connected staff are fresh, ms. */
  staffMs = 500;
  /** Between two checks for sockets that read too slowly, ms. */
  slowMs = 1_000;
}
