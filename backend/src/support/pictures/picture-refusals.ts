/** Reasons to refuse a picture, which are the exit codes of the picture worker. */
export const REFUSALS = { unreadable: 3, tooManyPixels: 4 } as const;
