import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { reencode } from '../support/pictures/reencode.js';

/** Longer than the backend waits, so that a worker whose backend died ends as well. */
const ORPHAN_MS = 15_000;

/**
 * Makes one picture from standard input anew, of at most as many pixels as the argument says: width and height as 32
 * bits each, then WebP, to standard output.
 */
async function main(): Promise<void> {
  // Purchases go first.
  setPriority(10);
  setTimeout(() => process.exit(1), ORPHAN_MS).unref();
  const made = await reencode(await buffer(process.stdin), Number(process.argv[2]));
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
