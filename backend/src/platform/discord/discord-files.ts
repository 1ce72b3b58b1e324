import { Inject, Injectable } from '@nestjs/common';
import { discordUserAgent } from '@pax/contracts';
import { ShopError } from '../problem.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** How long a file may take in all, ms. */
const TIMEOUT_MS = 5_000;

/** Files that people added in Discord, fetched from its file host and from nowhere else. */
@Injectable()
export class DiscordFiles {
  /** Time limit of a file, ms; specs shorten it. */
  timeoutMs = TIMEOUT_MS;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Reads a file of at most `mostBytes`.
   * @throws ShopError VALIDATION for an address elsewhere, BODY_TOO_LARGE, UNAVAILABLE
   */
  async read(address: string, mostBytes: number): Promise<Buffer> {
    const url = this.parseAddress(address);
    try {
      const answer = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(this.timeoutMs),
        headers: { 'user-agent': discordUserAgent(this.settings.publicUrl), 'accept-encoding': 'identity' },
      });
      if (!answer.ok || !answer.body) throw unavailableError();
      if (Number(answer.headers.get('content-length') ?? 0) > mostBytes) throw tooLargeError();
      return await readAtMost(answer.body, mostBytes);
    } catch (error) {
      throw error instanceof ShopError ? error : unavailableError();
    }
  }

  /** The address, if it is of Discord's file host: its scheme, host and port to the letter, without credentials. */
  private parseAddress(address: string): URL {
    const host = new URL(this.settings.discord.cdnUrl);
    const url = URL.parse(address);
    const folder = `${host.pathname.replace(/\/+$/, '')}/`;
    const isThere = url?.origin === host.origin && url.pathname.startsWith(folder);
    if (!isThere || url.username !== '' || url.password !== '')
      throw new ShopError('VALIDATION', 'The file is not at Discord.');
    return url;
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > mostBytes) throw tooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLargeError = (): ShopError => new ShopError('BODY_TOO_LARGE', 'The file is too large.');
const unavailableError = (): ShopError =>
  new ShopError('UNAVAILABLE', 'Discord did not hand over the file. Please try again.');
