import { SettingsError } from '@pax/contracts/settings';

/** What a person reads when a program cannot go on: a wrong setting in words, anything else with where it was. */
export function describeError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return String(error instanceof Error ? error.stack : error);
}
