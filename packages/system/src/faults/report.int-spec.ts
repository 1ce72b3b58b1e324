import { describe, expect, it } from '@jest/globals';
import { withRow, withSpecRun, type Tally } from './report.js';
import { scenarioNamed } from './scenarios.js';

const PAGE = 'above\n\n<!-- report -->\n<!-- /report -->\n\nbelow\n';

const tally = (name: string, rounds: number, ...failures: string[]): Tally => ({
  scenario: scenarioNamed(name),
  rounds,
  failures,
  isReal: rounds > 1,
  date: '2026-11-25T09:30:00.000Z',
  seconds: [11.6, 8.2],
});

/** The rows of a page, cell by cell. */
const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((proxy) => proxy.startsWith('| `'))
    .map((proxy) => proxy.split('|').map((cell) => cell.trim()));

describe('the report of faults', () => {
  it('has a row per scenario in the order of play, and replaces it by the newest run', () => {
    const late = withRow(PAGE, tally('redis.killed', 20));
    const both = withRow(late, tally('bot.claimed', 1));
    const again = withRow(both, tally('bot.claimed', 20, 'two posts'));
    expect(rowsOf(both).map((cells) => [cells[1], cells[3], cells[4], cells[5]])).toEqual([
      ['`bot.claimed`', 'short', '1', '0'],
      ['`redis.killed`', 'real', '20', '0'],
    ]);
    expect(rowsOf(again)[0]?.slice(3, 8)).toEqual(['real', '20', '1', '2026-11-25', '8–12']);
    expect(again.startsWith('above\n')).toBe(true);
    expect(again.endsWith('\nbelow\n')).toBe(true);
  });

  it('keeps rows of runs that wrote no date', () => {
    const old = PAGE.replace('-->\n<!--', '-->\n| `bot.claimed` | killed | real | 20 | 0 |\n<!--');
    const page = withRow(old, tally('redis.killed', 20));
    expect(rowsOf(page)[0]?.slice(3, 8)).toEqual(['real', '20', '0', '–', '–']);
  });

  it('has a row for each kind of long specs, of its newest run', () => {
    const page = `${PAGE}<!-- specs -->\n<!-- /specs -->\n`;
    const run = { title: 'all at once', size: 'RACE_SIZES=100', date: '2026-11-25', passed: 38, failed: 1 };
    const both = ['races', 'model'].reduce(
      (text, name) => withSpecRun(text, { ...run, name, seconds: 371.6 }),
      withRow(page, tally('bot.claimed', 1)),
    );
    const again = withSpecRun(both, { ...run, name: 'races', passed: 39, failed: 0, seconds: 90 });
    expect(rowsOf(again)[0]?.[1]).toBe('`bot.claimed`');
    expect(rowsOf(again).slice(1)).toEqual([
      ['', '`races`', 'all at once', '`RACE_SIZES=100`', '2026-11-25', '39', '0', '90', ''],
      ['', '`model`', 'all at once', '`RACE_SIZES=100`', '2026-11-25', '39', '1', '372', ''],
    ]);
  });

  it('fails when the page has no place for it', () => {
    expect(() => withRow('nothing', tally('bot.claimed', 1))).toThrow('<!-- report -->');
  });
});
