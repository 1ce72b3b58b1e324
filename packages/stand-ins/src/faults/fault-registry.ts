import type { ArmedFault, ArmRequest, Fault, FaultPoint } from './fault.js';

/**
 * The armed faults of all stand-ins. Faults are used in the order in which they were armed,
 * each as often as it was armed for, and only at the fault point (and route) it was armed for.
 */
export class FaultRegistry {
  private armed: ArmedFault[] = [];
  private lastId = 0;

  /** Arms a fault, once unless `times` says otherwise. */
  arm(request: ArmRequest): ArmedFault {
    this.lastId += 1;
    const { times = 1, ...rest } = request;
    const entry: ArmedFault = { id: this.lastId, ...rest, left: times };
    this.armed.push(entry);
    return entry;
  }

  /**
   * Takes the fault to apply now. `route` is a label such as `POST /v1/refunds` or an event's type;
   * a fault with `match` applies when the label contains it (or ends with it, if `match` ends in `$`).
   */
  next(faultPoint: FaultPoint, route: string): Fault | undefined {
    const entry = this.armed.find((one) => one.faultPoint === faultPoint && fits(route, one.match ?? ''));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.armed = this.armed.filter((one) => one !== entry);
    return entry.fault;
  }

  /** The waiting faults in the order of use, optionally of one fault point. */
  list(faultPoint?: FaultPoint): readonly ArmedFault[] {
    return this.armed
      .filter((one) => faultPoint === undefined || one.faultPoint === faultPoint)
      .map((one) => ({ ...one }));
  }

  /** Removes all faults, those of one fault point, or one by its id. */
  clear(which?: FaultPoint | number): void {
    this.armed =
      which === undefined ? [] : this.armed.filter((one) => one.faultPoint !== which && one.id !== which);
  }
}

function fits(route: string, match: string): boolean {
  return match.endsWith('$') ? route.endsWith(match.slice(0, -1)) : route.includes(match);
}
