import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const SOCKETS = '/socket.io/';
/** Names in `Connection` that speak of an upgrade alone. */
const OF_UPGRADES = /^(?:upgrade|http2-settings)$/i;

type OnUpgrade = (request: IncomingMessage, line: Duplex, head: Buffer) => void;

/**
 * Leaves upgrades to the sockets where they are asked for, and answers every other call as if it had not offered one,
 * as HTTP says of protocols that a server does not speak (OWN-387). To be called once the sockets listen.
 */
export function ignoreOtherUpgrades(server: EventEmitter): void {
  const sockets = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  const onUpgrade: OnUpgrade = (request, line, head) => {
    if (isForSockets(request)) for (const listener of sockets) listener.call(server, request, line, head);
    else {
      // Node hands over the line after the head of the request: put back without the offer, it is read again.
      line.unshift(Buffer.concat([Buffer.from(headWithoutOffer(request), 'latin1'), head]));
      server.emit('connection', line);
    }
  };
  server.on('upgrade', onUpgrade);
}

function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKETS) && headers.upgrade?.toLowerCase() === 'websocket';
}

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const kept = keptOf(name.toLowerCase(), value);
    if (kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** What stays of a header. */
function keptOf(name: string, value: string): string | undefined {
  if (name === 'upgrade') return undefined;
  if (name !== 'connection') return value;
  const options = value.split(',').map((option) => option.trim());
  const kept = options.filter((option) => !OF_UPGRADES.test(option));
  return kept.length > 0 ? kept.join(', ') : undefined;
}
