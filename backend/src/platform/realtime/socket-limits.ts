import { Injectable } from '@nestjs/common';

/** Socket limits of one caller per process, before RATE_LIMIT_FACTOR. Injectable so that specs can change them. */
@Injectable()
export class SocketLimits {
  /** Open at a time: enough for many people behind one address. */
  open = 500;
  /** Opened within `windowS`: enough for all of them to reconnect after a restart. */
  connects = 600;
  windowS = 30;
}
