import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@pax/contracts';

const TYPES: readonly string[] = PICTURE_TYPES;

/** File types that the browser's file dialog offers for pictures. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** Returns the problem of a picture file that the browser can detect before the upload. */
export function pictureFileProblem({ type, size }: File): 'type' | 'size' | undefined {
  if (!TYPES.includes(type)) return 'type';
  return size > MAX_PICTURE_BYTES ? 'size' : undefined;
}
