import { PICTURE_BYTES, PICTURE_TYPES } from '@pax/contracts';

const TYPES: readonly string[] = PICTURE_TYPES;

/** File types that a file dialog offers. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** The problem of a file before it is sent, as far as a browser can tell. */
export function pictureFileProblem({ type, size }: File): 'type' | 'size' | undefined {
  if (!TYPES.includes(type)) return 'type';
  return size > PICTURE_BYTES ? 'size' : undefined;
}
