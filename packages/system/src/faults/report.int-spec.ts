import { describe, expect, it } from '@jest/globals';
import { withScenario, withSpecRun, type Tally } from './report.js';
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

const linesOf = (page: string): string[] => page.split('\n').filter((line) => line.startsWith('- `'));
/** A scenario's line without what happens in it. */
const resultOf = (line = ''): string => line.replace(/: .* \((.+)\)$/, ': $1');

describe('the report of faults', () => {
  it('has a line per scenario in the order of play, and replaces it by the newest run', () => {
    const late = withScenario(PAGE, tally('redis.killed', 20));
    const both = withScenario(late, tally('bot.claimed', 1));
    const again = withScenario(both, tally('bot.claimed', 20, 'two posts'));
    expect(linesOf(both).map(resultOf)).toEqual([
      '- `bot.claimed`: 1 rounds, short times, 2026-11-25, 8–12 s',
      '- `redis.killed`: 20 rounds, 2026-11-25, 8–12 s',
    ]);
    expect(resultOf(linesOf(again)[0])).toBe('- `bot.claimed`: 20 rounds, 1 failures, 2026-11-25, 8–12 s');
    expect(again.startsWith('above\n')).toBe(true);
    expect(again.endsWith('\nbelow\n')).toBe(true);
  });

  it('has a line for each kind of long specs, of its newest run', () => {
    const page = `${PAGE}<!-- specs -->\n<!-- /specs -->\n`;
    const run = { title: 'all at once', size: 'RACE_SIZES=100', date: '2026-11-25', passed: 38, failed: 1 };
    const both = ['races', 'model'].reduce(
      (text, name) => withSpecRun(text, { ...run, name, seconds: 371.6 }),
      withScenario(page, tally('bot.claimed', 1)),
    );
    const again = withSpecRun(both, { ...run, name: 'races', passed: 39, failed: 0, seconds: 90 });
    expect(linesOf(again).slice(1)).toEqual([
      '- `races`: all at once (RACE_SIZES=100, 39 tests, 2026-11-25, 90 s)',
      '- `model`: all at once (RACE_SIZES=100, 39 tests, 1 failures, 2026-11-25, 372 s)',
    ]);
  });

  it('fails when the page has no place for it', () => {
    expect(() => withScenario('nothing', tally('bot.claimed', 1))).toThrow('<!-- report -->');
  });
});
