import { describe, expect, it } from '@jest/globals';
import { isSnowflake, snowflakeAt, SnowflakeGenerator, snowflakeTime } from './snowflake.js';

describe('ids', () => {
  it('carry the moment they were made and rise while the clock stands still or goes back', () => {
    let now = 1_700_000_000_000;
    const maker = new SnowflakeGenerator(() => now);
    const first = maker.createNextId();
    const second = maker.createNextId();
    now -= 60_000;
    const third = maker.createNextId();
    expect(snowflakeTime(first)).toBe(1_700_000_000_000);
    expect(BigInt(second)).toBe(BigInt(first) + 1n);
    expect(BigInt(third)).toBe(BigInt(second) + 1n);
  });

  it('go on above the last one of an earlier start', () => {
    const last = (snowflakeAt(1_700_000_000_000) + 5n).toString();
    expect(new SnowflakeGenerator(() => 1_600_000_000_000, last).createNextId()).toBe(
      (BigInt(last) + 1n).toString(),
    );
  });

  it('are digits of at most 64 bits', () => {
    expect(['1', '18446744073709551615', '18446744073709551616', '', 'a', '-1'].map(isSnowflake)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
