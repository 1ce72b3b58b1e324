import { Injectable } from '@nestjs/common';

/** The time, in one place, so that specs can move it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Now plus a number of milliseconds. */
  in(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}
