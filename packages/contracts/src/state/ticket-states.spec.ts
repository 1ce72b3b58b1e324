import { describe, expect, it } from '@jest/globals';
import { TICKET_MOVES, TICKET_STATUSES } from './ticket-states.js';

describe('moves of a ticket', () => {
  it('lead forwards and end in resolved or closed', () => {
    expect(TICKET_MOVES).toEqual({
      open: ['in_progress', 'resolved', 'closed'],
      in_progress: ['resolved', 'closed'],
      resolved: [],
      closed: [],
    });
  });

  it('never lead back', () => {
    for (const [index, status] of TICKET_STATUSES.entries())
      for (const next of TICKET_MOVES[status]) expect(TICKET_STATUSES.indexOf(next)).toBeGreaterThan(index);
  });
});
