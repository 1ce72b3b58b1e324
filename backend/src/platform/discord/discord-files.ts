import { Inject, Injectable } from '@nestjs/common';
import { discordUserAgent } from '@pax/contracts';
import { ShopError } from '../shop-error.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Time limit for fetching a file, ms. */
const TIMEOUT_MS = 5_000;

/** Fetches files that people attached in Discord, only from Discord's file host. */
@Injectable()
export class DiscordFiles {
  /** Time limit for fetching a file, ms; specs shorten it. */
  timeoutMs = TIMEOUT_MS;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Fetches a file of at most `mostBytes`.
   * @throws ShopError VALIDATION for an address on another host, BODY_TOO_LARGE, UNAVAILABLE
   */
  async fetchFile(address: string, mostBytes: number): Promise<Buffer> {
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

  /**
   * Parses the address of a file. Scheme, host and port must be exactly those of Discord's file host, without
   * credentials.
   */
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
