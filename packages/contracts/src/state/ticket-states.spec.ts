import { describe, expect, it } from '@jest/globals';
import {
  OPEN_TICKET_STATUSES,
  listSettableStatuses,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  TICKET_TRANSITIONS,
} from './ticket-states.js';

describe('a ticket', () => {
  it('has one of four states and of four priorities (ADMIN-4.6, ADMIN-4.10)', () => {
    expect(TICKET_STATUSES).toEqual(['open', 'in_progress', 'resolved', 'closed']);
    expect(OPEN_TICKET_STATUSES).toEqual(['open', 'in_progress']);
    expect(TICKET_PRIORITIES).toEqual(['low', 'medium', 'high', 'urgent']);
  });
});

describe('moves of a ticket', () => {
  it('lead forwards and end in resolved or closed (ADMIN-4.7, ADMIN-4.9)', () => {
    expect(TICKET_TRANSITIONS).toEqual({
      open: ['in_progress', 'resolved', 'closed'],
      in_progress: ['resolved', 'closed'],
      resolved: [],
      closed: [],
    });
  });

  it('are set by hand to in progress and closed alone; an answer resolves (ADMIN-4.7, ADMIN-4.8)', () => {
    expect(TICKET_STATUSES.map(listSettableStatuses)).toEqual([
      ['in_progress', 'closed'],
      ['closed'],
      [],
      [],
    ]);
  });

  it('never lead back', () => {
    for (const [index, status] of TICKET_STATUSES.entries())
      for (const next of TICKET_TRANSITIONS[status])
        expect(TICKET_STATUSES.indexOf(next)).toBeGreaterThan(index);
  });
});
