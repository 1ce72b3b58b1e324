import { describe, expect, it } from '@jest/globals';
import { readAccounts } from './overview.js';

const mia = { username: 'mia', password: 'mia-mia', role: 'customer' };

describe('the demo accounts', () => {
  it('are read from between the lines of a log', () => {
    const said = `[Nest] 1 WARN before\n[{ not JSON\n${JSON.stringify([mia])}\n[Nest] 2 WARN [Bell] after\n`;
    expect(readAccounts(said)).toEqual([mia]);
  });

  it('are none where none were printed', () => {
    expect(readAccounts('[Nest] 1 WARN alone\n[{"username":1}]\n')).toEqual([]);
  });
});
