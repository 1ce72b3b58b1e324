import { describe, expect, it } from '@jest/globals';
import { chooseFaults } from '../lib/fault-specs.mjs';

const namesOf = (argv: string[]) => {
  const { specs, args, isProgram } = chooseFaults(argv);
  return { specs: specs.map(({ name }) => name), args, isProgram };
};

describe('what `npm run faults` runs', () => {
  it('is the program and all long specs', () => {
    const { specs, isProgram } = namesOf(['--rounds', '3']);
    expect(specs).toContain('races');
    expect(isProgram).toBe(true);
  });

  it('is what --only names, of either kind', () => {
    expect(namesOf(['--only', 'races'])).toEqual({ specs: ['races'], args: [], isProgram: false });
    const both = namesOf(['--only', 'bot.killed', '--only', 'races', '--rounds', '3']);
    expect(both).toEqual({
      specs: ['races'],
      args: ['--only', 'bot.killed', '--rounds', '3'],
      isProgram: true,
    });
    expect(namesOf(['--only', 'bot.killed'])).toMatchObject({ specs: [], isProgram: true });
  });
});
