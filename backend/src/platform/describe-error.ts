import { SettingsError } from '@pax/contracts/settings';

/** Text for an operator when a program cannot go on: the message of a settings error, else the stack. */
export function describeError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return String(error instanceof Error ? error.stack : error);
}
