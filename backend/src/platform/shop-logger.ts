import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { escapeLogLine } from '@pax/contracts/log-line';
import { correlationId } from './http/correlation.js';

/** Levels as LOG_LEVEL names them; Nest calls `info` `log`. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug';

const STDOUT: DestinationStream = { write: (line) => void process.stdout.write(line) };

/** Writes one line of JSON per entry with the call's id; what JSON leaves raw is escaped, so input cannot forge a line. */
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

  /** Nest passes a stack, if any, and the name of the logger at the end. */
  private write(level: LogLevel, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    const details = rest.slice(0, -1).filter((one) => one !== undefined);
    const text = message instanceof Error ? (message.stack ?? message.message) : message;
    const stack = details.length === 0 ? undefined : details.map(String).join('\n');
    this.pino[level]({ context, stack }, typeof text === 'string' ? text : JSON.stringify(text));
  }
}
