import { describe, expect, it, jest } from '@jest/globals';
import type { Step } from '../lib/checks/run-parallel.mjs';

const steps: Step[] = [];
jest.unstable_mockModule('../lib/build/build.mjs', () => ({ buildEverything: () => Promise.resolve() }));
jest.unstable_mockModule('../lib/checks/run-parallel.mjs', () => ({
  runParallel: (given: Step[]) => {
    steps.push(...given);
    return Promise.resolve([]);
  },
}));
const { runChecks } = await import('../lib/checks/checks.mjs');

describe('npm run check', () => {
  it('runs types, lint, boundaries, unused code, format and house rules, of all workspaces', async () => {
    await runChecks();
    expect(steps.map(({ name }) => name)).toEqual([
      'lint',
      'unused',
      'house rules',
      'format',
      ...['contracts', 'stand-ins', 'local', 'system', 'backend', 'bot', 'frontend'].map(
        (workspace) => `types of ${workspace}`,
      ),
      'boundaries',
    ]);
    const tools = new Set(steps.map(({ file }) => file.split('/')[0]));
    steps.splice(0);
    await runChecks(['types of b', 'lint']);
    expect(steps.map(({ name }) => name)).toEqual(['lint', 'types of backend', 'types of bot']);
    await expect(runChecks(['lint', 'speling'])).rejects.toThrow(
      'No check is called speling: lint, unused, house rules',
    );
    expect([...tools]).toEqual(['oxlint', 'knip', '..', 'oxfmt', 'typescript', 'dependency-cruiser']);
  });
});
