/** The message of whatever was thrown, for a log line. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
