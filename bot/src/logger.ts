import { escapeLogLine } from '@pax/contracts/log-line';
import { pino } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * Writes each log entry as one line of JSON; line separators in texts are escaped, so that no text can imitate another
 * line.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  fatal(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  level: LogLevel;
  /** Texts to replace wherever they occur in the log, such as tokens. */
  secrets?: readonly string[];
  write?: (line: string) => void;
}

/** Creates a logger to standard output that hides the secrets. */
export function createLogger({ level, secrets = [], write }: LoggerOptions): Logger {
  const out = write ?? ((line: string) => void process.stdout.write(line));
  const hidden = secrets.filter((secret) => secret.length > 0);
  const hideSecrets = (line: string): string =>
    hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
  const logger = pino(
    {
      level,
      base: { part: 'bot' },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => out(escapeLogLine(hideSecrets(line))) },
  );
  return {
    debug: (message, fields) => logger.debug(fields, message),
    info: (message, fields) => logger.info(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
    error: (message, fields) => logger.error(fields, message),
    fatal: (message, fields) => logger.fatal(fields, message),
  };
}

/** Message of a thrown value and of its cause, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = `${error.name}: ${error.message}`;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return text.includes(cause) ? text : `${text} (${cause})`;
}
