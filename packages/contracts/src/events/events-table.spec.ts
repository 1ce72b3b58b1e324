import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { renderEventsTable } from './events-table.js';
import { EVENT_TYPES } from './events.js';

describe('docs/events.md', () => {
  it('says what the code says (else: build, then node packages/contracts/bin/events-table.mjs)', () => {
    const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
    expect(page).toBe(renderEventsTable());
  });

  it('has a line for every event', () => {
    const lines = renderEventsTable()
      .split('\n')
      .filter((line) => line.startsWith('- `'));
    expect(lines).toHaveLength(EVENT_TYPES.length);
  });
});
