/** Values that no field expects. */
export const BAD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  1e21,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '1',
  'NaN',
  '-1.00',
  '1e3',
  '1,5',
  '٣',
  'a\u0000b',
  '\ud800',
  "'; DROP TABLE users; --",
  '%_\\',
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  [],
  [[]],
  [null],
  {},
  { $gt: 0 },
  { length: 1 },
];

/** Seeded random numbers, so that a failure can be repeated. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Copies a value with one fault at a random depth: a wrong value, or a missing or additional field. */
export function withFault(value: unknown, next: (below: number) => number): unknown {
  if (Array.isArray(value) && value.length > 0 && next(4) > 0) {
    const at = next(value.length);
    return value.map((one: unknown, index) => (index === at ? withFault(one, next) : one));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || next(12) === 0)
    return BAD_VALUES[next(BAD_VALUES.length)];
  const entries = Object.entries(value);
  const at = next(entries.length + 1);
  const key = entries[at]?.[0];
  if (key === undefined)
    return {
      ...value,
      [EXTRA_FIELDS[next(EXTRA_FIELDS.length)] ?? 'x']: BAD_VALUES[next(BAD_VALUES.length)],
    };
  if (next(8) === 0) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, one]) => [name, name === key ? withFault(one, next) : one]));
}

const EXTRA_FIELDS = [
  'role',
  'isAdmin',
  'price',
  'total',
  'state',
  'userId',
  'points',
  'constructor',
  'version',
];
