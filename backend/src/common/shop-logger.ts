import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { correlationId } from './http/correlation.js';

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
// Characters that control a terminal or end a line for some readers.
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029]/gu;

/** Prefixes log lines with the call's id and escapes control characters, so that input cannot forge a line. */
export class ShopLogger extends ConsoleLogger {
  constructor(wanted: 'fatal' | 'error' | 'warn' | 'info' | 'debug') {
    // All levels from fatal down to the wanted one; Nest calls `info` `log`.
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

/** Escapes control characters and indents further lines. */
function plain(text: string): string {
  return text
    .replaceAll(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('\n', '\n    ');
}
