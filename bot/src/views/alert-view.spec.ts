import { describe, expect, it } from '@jest/globals';
import { alertView, testView } from './alert-view.js';

describe('alert posts', () => {
  it('show kind, title, count and detail (OWN-132, OWN-135)', () => {
    const alert = {
      kind: 'security',
      title: 'Falscher Admin-Code',
      detail: 'Konto 7\nAdresse a1b2',
    } as const;
    expect(alertView({ kind: 'alert', alert, count: 5 })).toEqual({
      title: 'Falscher Admin-Code',
      state: 'stopped',
      label: 'Sicherheit',
      notes: ['5×'],
      lines: ['Konto 7\nAdresse a1b2'],
    });
    expect(alertView({ kind: 'alert', alert, count: 1 }).notes).toEqual([]);
  });

  it('show a test message as plain text', () => {
    expect(testView('@here **hi**')).toMatchObject({
      title: 'Testnachricht',
      lines: ['\\@here \\*\\*hi\\*\\*'],
    });
  });
});
