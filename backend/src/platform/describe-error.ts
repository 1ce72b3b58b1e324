import { SettingsError } from '@pax/contracts/settings';

/** Describes an error that ends a program, for an operator: the message of a settings error, else the stack. */
export function describeError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return String(error instanceof Error ? error.stack : error);
}

/** The message of a thrown value, for a log line. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
