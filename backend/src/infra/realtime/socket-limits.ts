import { Injectable } from '@nestjs/common';

/** What one caller may have of a process's sockets, before RATE_LIMIT_FACTOR. In one place, for specs; read at start. */
@Injectable()
export class SocketLimits {
  /** Open at a time: a full internet café with many tabs. */
  open = 500;
  /** Opened within `windowS`: the café's all at once after a restart, then slowly. */
  connects = 600;
  windowS = 30;
}
