import { describe, expect, it, jest } from '@jest/globals';
import type { Step } from '../lib/run-parallel.mjs';

const steps: Step[] = [];
jest.unstable_mockModule('../lib/build.mjs', () => ({ buildEverything: () => Promise.resolve() }));
jest.unstable_mockModule('../lib/run-parallel.mjs', () => ({
  runParallel: (given: Step[]) => {
    steps.push(...given);
    return Promise.resolve('');
  },
}));
const { check } = await import('../lib/checks.mjs');

describe('npm run check', () => {
  it('runs types, lint, boundaries, format and requirements, of all workspaces (OWN-249)', async () => {
    await check();
    expect(steps.map(({ name }) => name)).toEqual([
      'lint',
      'boundaries',
      'format',
      ...['contracts', 'sandbox', 'system', 'tooling', 'backend', 'bot', 'frontend'].map(
        (workspace) => `types of ${workspace}`,
      ),
      'requirements',
    ]);
    const tools = new Set(steps.map(({ file }) => file.split('/')[0]));
    expect([...tools]).toEqual(['oxlint', 'dependency-cruiser', 'prettier', 'typescript', '..']);
  });
});
