import type { CallDefinition, CallAnswer } from '@pax/contracts';
import { sendRequest, ApiError, errorCodeOf, parseAnswerText } from './fetcher';

/** Time limit of a download, ms; long enough for a large copy of data on a slow line. */
const DOWNLOAD_MS = 120_000;

interface DownloadOptions {
  /** Called with the number of bytes received so far; the total is unknown. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Downloads the answer of a call as a file and reports progress.
 *
 * @throws as `sendRequest`; TypeError when the connection breaks
 */
export async function downloadFile(
  { method, path }: Pick<CallDefinition, 'method' | 'path'>,
  { onProgress }: DownloadOptions,
): Promise<Blob> {
  return await sendRequest(path, { method, limitMs: DOWNLOAD_MS }, async (answer) => {
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

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The object URL is released late, because Firefox reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Time limit of an upload, ms: the server's limit for reading a body, plus processing time. */
const UPLOAD_MS = 40_000;
const OK_FROM = 200;
const OK_BELOW = 300;

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the part of the file that was sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a file as the body of a call, by XMLHttpRequest, because `fetch` reports no upload progress.
 *
 * @throws as `sendRequest`; an AbortError once the signal is aborted
 */
export async function uploadFile<C extends CallDefinition>(
  call: C,
  file: Blob,
  options: UploadOptions,
): Promise<CallAnswer<C>>;
export async function uploadFile(call: CallDefinition, file: Blob, options: UploadOptions): Promise<unknown> {
  const { status, statusText, responseText: text } = await sendFile(call, file, options);
  if (status < OK_FROM || status >= OK_BELOW) throw new ApiError(status, text, statusText);
  return parseAnswerText(call, text);
}

function sendFile(
  { method, path }: CallDefinition,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const http = new XMLHttpRequest();
    http.open(method, path);
    http.timeout = UPLOAD_MS;
    http.setRequestHeader('content-type', file.type);
    const rejectWith = (error: Error) => () => reject(error);
    http.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    http.addEventListener('load', () => resolve(http));
    http.addEventListener('error', rejectWith(new TypeError('The file could not be sent.')));
    http.addEventListener('timeout', rejectWith(new DOMException('No response in time.', 'TimeoutError')));
    http.addEventListener('abort', rejectWith(new DOMException('The upload was ended.', 'AbortError')));
    signal.addEventListener('abort', () => http.abort(), { once: true });
    http.send(file);
  });
}

/** Reason why the shop did not accept a picture. */
export type PictureProblem = 'type' | 'size' | 'pixels' | 'unreadable' | 'limited' | 'busy' | 'failed';

const BY_CODE: Readonly<Record<string, PictureProblem>> = {
  UNSUPPORTED_MEDIA_TYPE: 'type',
  BODY_TOO_LARGE: 'size',
  IMAGE_TOO_LARGE: 'pixels',
  IMAGE_UNREADABLE: 'unreadable',
  RATE_LIMITED: 'limited',
  UNAVAILABLE: 'busy',
};

/** Returns why the server refused a picture. */
export const pictureProblemOf = (error: unknown): PictureProblem =>
  BY_CODE[errorCodeOf(error) ?? ''] ?? 'failed';
