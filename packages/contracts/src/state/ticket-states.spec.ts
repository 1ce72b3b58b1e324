import { describe, expect, it } from '@jest/globals';
import { TICKET_TRANSITIONS, TICKET_STATUSES } from './ticket-states.js';

describe('moves of a ticket', () => {
  it('lead forwards and end in resolved or closed', () => {
    expect(TICKET_TRANSITIONS).toEqual({
      open: ['in_progress', 'resolved', 'closed'],
      in_progress: ['resolved', 'closed'],
      resolved: [],
      closed: [],
    });
  });

  it('never lead back', () => {
    for (const [index, status] of TICKET_STATUSES.entries())
      for (const next of TICKET_TRANSITIONS[status])
        expect(TICKET_STATUSES.indexOf(next)).toBeGreaterThan(index);
  });
});
