import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const SOCKETS = '/socket.io/';
/** Options of the `Connection` header that only concern an upgrade. */
const UPGRADE_OPTIONS = /^(?:upgrade|http2-settings)$/i;

type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves requests that offer other upgrades than Socket.IO's as plain HTTP, as HTTP demands of unknown protocols
 * (OWN-387). Call it after Socket.IO has registered its listener.
 */
export function ignoreOtherUpgrades(server: EventEmitter): void {
  const sockets = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  const onUpgrade: OnUpgrade = (request, socket, head) => {
    if (isForSockets(request)) for (const listener of sockets) listener.call(server, request, socket, head);
    else {
      // Node detaches the socket after the request head; putting the head back makes it parse the request again.
      socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(request), 'latin1'), head]));
      server.emit('connection', socket);
    }
  };
  server.on('upgrade', onUpgrade);
}

/** Whether a request asks for a WebSocket of Socket.IO. */
export function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKETS) && headers.upgrade?.toLowerCase() === 'websocket';
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const kept = withoutUpgrade(name.toLowerCase(), value);
    if (kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The header's value without its upgrade options; undefined when nothing is left. */
function withoutUpgrade(name: string, value: string): string | undefined {
  if (name === 'upgrade') return undefined;
  if (name !== 'connection') return value;
  const options = value.split(',').map((option) => option.trim());
  const kept = options.filter((option) => !UPGRADE_OPTIONS.test(option));
  return kept.length > 0 ? kept.join(', ') : undefined;
}
