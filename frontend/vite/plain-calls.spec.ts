import { expect, it } from '@jest/globals';
import { inlineCalls } from './plain-calls-plugin';

it('puts method and path in the place of a definition, so that no schema is in the built page (OWN-462)', () => {
  const code = 'import { loyaltyCalls } from "@pax/contracts";\nuse(loyaltyCalls.loyalty);';
  expect(inlineCalls(code)).toContain('use(({ method: "GET", path: "/api/loyalty" }));');
});

it('leaves other objects of the name alone, and refuses a call that is not defined', () => {
  expect(inlineCalls('use(loyaltyCalls.loyalty)')).toBe('use(loyaltyCalls.loyalty)');
  expect(() => inlineCalls('import { authCalls } from "@pax/contracts";\nuse(authCalls.nothing)')).toThrow(
    'authCalls.nothing',
  );
});
