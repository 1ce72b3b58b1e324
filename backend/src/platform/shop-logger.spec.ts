import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import Fastify from 'fastify';
import { CORRELATION_HEADER, addRequestContext } from './http/request-context.js';
import { type LogLevel, ShopLogger } from './shop-logger.js';

function loggerInto(lines: string[], level: LogLevel = 'info'): ShopLogger {
  return new ShopLogger(level, { write: (line) => void lines.push(line) });
}

describe('ShopLogger', () => {
  it('writes one line per entry, whatever the text holds (OWN-214)', () => {
    const lines: string[] = [];
    loggerInto(lines).error('a\r\nb', 'Error: c\n    at d', 'Part');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      part: 'backend',
      context: 'Part',
      stack: 'Error: c\n    at d',
      message: 'a\r\nb',
    });
  });

  it('writes no character that a terminal obeys or a reader takes as a line break (OWN-214)', () => {
    const lines: string[] = [];
    const text = 'a\u009b31mb\u007fc\u0085d\u2028e\u2029f\u001bg';
    loggerInto(lines).error(text, text, 'Part');
    expect(lines.join('').trimEnd()).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: text, stack: text });
  });

  it('is silent below its level', () => {
    const lines: string[] = [];
    const logger = loggerInto(lines, 'warn');
    logger.log('quiet', 'Part');
    logger.debug('quiet', 'Part');
    logger.warn('heard', 'Part');
    expect(lines).toHaveLength(1);
  });

  it('adds the id of the call to its lines (OWN-214)', async () => {
    const lines: string[] = [];
    const logger = loggerInto(lines);
    Logger.overrideLogger(logger);
    const fastify = Fastify();
    addRequestContext(fastify);
    fastify.post('/', async () => logger.log('during the call', 'Part'));
    const { headers } = await fetch(await fastify.listen({ port: 0, host: '127.0.0.1' }), { method: 'POST' });
    await fastify.close();
    Logger.overrideLogger(false);
    const id = headers.get(CORRELATION_HEADER);
    expect(id).toEqual(expect.any(String));
    const ids = lines.map((line): unknown => JSON.parse(line).correlationId);
    expect(ids).toEqual([id, id]);
  });
});
