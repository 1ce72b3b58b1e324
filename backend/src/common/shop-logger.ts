import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { correlationId } from './correlation.js';

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
// What a terminal would obey, and what looks like the end of a line to some readers.
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029]/gu;

/** Log lines with the id of the call they belong to; what people wrote can't forge a line or steer a terminal. */
export class ShopLogger extends ConsoleLogger {
  constructor(wanted: 'fatal' | 'error' | 'warn' | 'info' | 'debug') {
    // The levels from the worst down to the wanted one; Nest calls `info` `log`.
    super({ logLevels: LEVELS.slice(0, LEVELS.indexOf(wanted === 'info' ? 'log' : wanted) + 1) });
  }

  protected override stringifyMessage(message: unknown, level: LogLevel): string {
    const id = correlationId();
    const text = typeof message === 'string' ? plain(message) : message;
    const written = super.stringifyMessage(text, level);
    return id === undefined ? written : `[${id}] ${written}`;
  }

  protected override printStackTrace(stack: string): void {
    if (stack) super.printStackTrace(plain(stack));
  }
}

/** Text whose control characters show, and whose further lines are indented. */
function plain(text: string): string {
  return text
    .replaceAll(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('\n', '\n    ');
}
