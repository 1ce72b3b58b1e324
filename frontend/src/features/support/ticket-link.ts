/** The token in an address's fragment, if it can be one. */
export const tokenIn = (hash: string): string | undefined => /^#([\w-]{22})$/.exec(hash)?.[1];
