import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { escapeLogLine } from '@pax/contracts/log-line';
import { correlationId } from './http/request-context.js';

/** Log levels, as the setting LOG_LEVEL names them; Nest calls `info` `log`. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug';

const STDOUT: DestinationStream = { write: (line) => void process.stdout.write(line) };

/**
 * Writes each log entry as one line of JSON with the call's id. Escapes line separators that JSON leaves raw, so
 * that user input cannot forge a line.
 */
export class ShopLogger implements LoggerService {
  private readonly pino;

  constructor(level: LogLevel, destination: DestinationStream = STDOUT) {
    const options = {
      level,
      base: { part: 'backend' },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: () => ({ correlationId: correlationId() }),
    };
    this.pino = pino(options, { write: (line) => destination.write(escapeLogLine(line)) });
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  /** Reads the stack, if any, and the logger's name from the last arguments, where Nest passes them. */
  private write(level: LogLevel, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    const details = rest.slice(0, -1).filter((one) => one !== undefined);
    const text = message instanceof Error ? (message.stack ?? message.message) : message;
    const stack = details.length === 0 ? undefined : details.map(String).join('\n');
    this.pino[level]({ context, stack }, typeof text === 'string' ? text : JSON.stringify(text));
  }
}
