import type { CallDefinition } from '@pax/contracts';
import { request } from './fetcher';

/** Time limit, long enough for a large copy on a slow line, ms. */
const DOWNLOAD_MS = 120_000;

interface DownloadOptions {
  /** Called with the bytes received so far; the total is unknown. */
  readonly onProgress: (bytes: number) => void;
}

/** Reads the answer of a call whole, as it comes. @throws as `request`; TypeError when it ends half way */
export async function downloadFile(
  { method, path }: Pick<CallDefinition, 'method' | 'path'>,
  { onProgress }: DownloadOptions,
): Promise<Blob> {
  return await request(path, { method, limitMs: DOWNLOAD_MS }, async (answer) => {
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    if (answer.body === null) return new Blob([await answer.text()], { type });
    const parts: BlobPart[] = [];
    const reader = answer.body.getReader();
    let bytes = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      bytes += next.value.byteLength;
      onProgress(bytes);
    }
    return new Blob(parts, { type });
  });
}

/** Hands a file to the browser, which saves it under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Firefox reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
