import type { Hub } from './hub.js';
import type { CallRow } from './state.js';

const KEPT_CALLS = 5000;
const INVALID_WINDOW_MS = 10 * 60_000;
const INVALID_STATUS = new Set([401, 403, 429]);

/** The log of REST calls: tests count messages, nonces and pings in it. At least the last 5,000 calls are kept. */
export class CallLog {
  constructor(private readonly hub: Hub) {}

  add(call: Omit<CallRow, 'seq' | 'at'>): void {
    const { state } = this.hub;
    state.callSeq += 1;
    state.calls.push({ seq: state.callSeq, at: new Date(this.hub.now()).toISOString(), ...call });
    if (state.calls.length > KEPT_CALLS + 500) state.calls.splice(0, state.calls.length - KEPT_CALLS);
  }

  /** Calls numbered above `since`, oldest first. */
  since(since: number): CallRow[] {
    return this.hub.state.calls.filter((call) => call.seq > since);
  }

  /** Number of calls in the last ten minutes that count towards Discord's ban at 10,000. */
  invalidCalls(): number {
    const oldest = this.hub.now() - INVALID_WINDOW_MS;
    return this.hub.state.calls.filter(
      (call) => INVALID_STATUS.has(call.status) && Date.parse(call.at) > oldest,
    ).length;
  }
}
