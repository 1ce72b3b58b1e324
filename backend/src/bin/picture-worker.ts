import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { reencodePicture } from '../support/pictures/reencode.js';

/**
 * Time after which the worker ends itself, ms: longer than the backend waits, so that no worker outlives a
 * dead backend.
 */
const ORPHAN_MS = 15_000;

/**
 * Re-encodes one picture from standard input and writes width, height (32 bits each) and WebP to standard
 * output. The argument limits the number of pixels.
 */
async function main(): Promise<void> {
  // Lowers the priority of this process, because purchases need the processor first.
  setPriority(10);
  setTimeout(() => process.exit(1), ORPHAN_MS).unref();
  const made = await reencodePicture(await buffer(process.stdin), Number(process.argv[2]));
  if (typeof made === 'number') {
    process.exitCode = made;
    return;
  }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(made.width, 0);
  size.writeUInt32BE(made.height, 4);
  process.stdout.end(Buffer.concat([size, made.bytes]));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
