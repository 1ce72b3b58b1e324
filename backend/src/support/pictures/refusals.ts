/** Why a picture is not taken; the exit code of the worker. */
export const REFUSALS = { unreadable: 3, tooManyPixels: 4 } as const;
