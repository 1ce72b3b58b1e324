import { describe, expect, it } from '@jest/globals';
import { threadName } from './ticket-thread.js';

const nameOf = (subject: string): string => threadName({ ticketId: 12, subject });

describe('the name of a ticket’s thread (OWN-760)', () => {
  it.each([
    ['Wo sind meine Coins?', '#12 · Wo sind meine Coins?'],
    ['  two\n lines\t', '#12 · two lines'],
    ['write to me@example.org now', '#12 · write to (E-Mail) now'],
    ['a\u202Eb\u200Bc\u{E0041}d\u00ADe', '#12 · a b c d e'],
    ['\u200B\uFEFF', 'Ticket #12'],
    ['', 'Ticket #12'],
  ])('is clean: %j', (subject, name) => {
    expect(nameOf(subject)).toBe(name);
  });

  it('has 100 characters at most, and cuts none in half', () => {
    expect(nameOf('x'.repeat(300))).toHaveLength(100);
    const name = nameOf('🧱'.repeat(300));
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name).toMatch(/^#12 · (🧱)+…$/u);
  });
});
