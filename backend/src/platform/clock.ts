import { Injectable } from '@nestjs/common';

/** The current time, read through one class, so that specs can change it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The time that is a number of milliseconds from now. */
  fromNow(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}
