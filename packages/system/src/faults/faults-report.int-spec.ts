import { describe, expect, it } from '@jest/globals';
import { replaceScenarioLine, replaceSpecLine, type Tally } from './faults-report.js';
import { findScenario } from './scenarios.js';

const PAGE = 'above\n\n<!-- report -->\n<!-- /report -->\n\nbelow\n';

const tally = (name: string, rounds: number, ...failures: string[]): Tally => ({
  scenario: findScenario(name),
  rounds,
  failures,
  isReal: rounds > 1,
  date: '2026-11-25T09:30:00.000Z',
  seconds: [11.6, 8.2],
});

const readLines = (page: string): string[] => page.split('\n').filter((line) => line.startsWith('- `'));
/** Reads a scenario's result from its line. */
const readResult = (line = ''): string => line.replace(/: .* \((.+)\)$/, ': $1');

describe('the report of faults', () => {
  it('has a line per scenario in the order of play, and replaces it by the newest run', () => {
    const late = replaceScenarioLine(PAGE, tally('redis.killed', 20));
    const both = replaceScenarioLine(late, tally('bot.claimed', 1));
    const again = replaceScenarioLine(both, tally('bot.claimed', 20, 'two posts'));
    expect(readLines(both).map(readResult)).toEqual([
      '- `bot.claimed`: 1×, short times, 2026-11-25, 8–12 s',
      '- `redis.killed`: 20×, 2026-11-25, 8–12 s',
    ]);
    expect(readResult(readLines(again)[0])).toBe('- `bot.claimed`: 20×, 1 failures, 2026-11-25, 8–12 s');
    expect(again.startsWith('above\n')).toBe(true);
    expect(again.endsWith('\nbelow\n')).toBe(true);
  });

  it('has a line for each kind of long specs, of its newest run', () => {
    const page = `${PAGE}<!-- specs -->\n<!-- /specs -->\n`;
    const run = { title: 'all at once', size: 'RACE_SIZES=100', date: '2026-11-25', passed: 38, failed: 1 };
    const both = ['races', 'model'].reduce(
      (text, name) => replaceSpecLine(text, { ...run, name, seconds: 371.6 }),
      replaceScenarioLine(page, tally('bot.claimed', 1)),
    );
    const again = replaceSpecLine(both, { ...run, name: 'races', passed: 39, failed: 0, seconds: 90 });
    expect(readLines(again).slice(1)).toEqual([
      '- `races`: all at once (RACE_SIZES=100, 39 tests, 2026-11-25, 90 s)',
      '- `model`: all at once (RACE_SIZES=100, 39 tests, 1 failures, 2026-11-25, 372 s)',
    ]);
  });

  it('fails when the page has no place for it', () => {
    expect(() => replaceScenarioLine('nothing', tally('bot.claimed', 1))).toThrow('<!-- report -->');
  });
});
