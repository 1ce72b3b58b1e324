import { describe, expect, it } from '@jest/globals';
import { createLogger, reasonOf, type LogLevel } from './logger.js';

function loggerInto(lines: string[], level: LogLevel = 'info') {
  return createLogger({ level, secrets: ['s3cret-token', ''], write: (line) => void lines.push(line) });
}

describe('logger', () => {
  it('writes one line per entry, whatever the text holds', () => {
    const lines: string[] = [];
    loggerInto(lines).warn('a\r\nb', { user: 'x\n{"level":"fatal"}\u001B[31m' });
    expect(lines).toHaveLength(1);
    for (const character of ['\r', '\n', '\u001B']) expect(lines[0]?.trimEnd()).not.toContain(character);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', message: 'a\r\nb', part: 'bot' });
  });

  it('writes no character that a terminal obeys or a reader takes as a line break', () => {
    const lines: string[] = [];
    const text = 'a\u009b31mb\u007fc\u0085d\u2028e\u2029f\u001bg';
    loggerInto(lines).warn(text, { user: text });
    expect(lines.join('').trimEnd()).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: text, user: text });
  });

  it('never shows a secret (A3)', () => {
    const lines: string[] = [];
    loggerInto(lines).error('Bot s3cret-token', { reason: 'Authorization: s3cret-token' });
    expect(lines[0]).not.toContain('s3cret-token');
  });

  it('stays silent below its level', () => {
    const lines: string[] = [];
    loggerInto(lines, 'warn').info('quiet');
    loggerInto(lines, 'silent').fatal('quiet');
    expect(lines).toEqual([]);
  });

  it('includes the cause of an error', () => {
    expect(reasonOf(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))).toBe(
      'TypeError: fetch failed (ECONNREFUSED)',
    );
    expect(reasonOf('text')).toBe('text');
  });
});
