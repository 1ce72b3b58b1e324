import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A masked text frame `40`: Socket.IO's CONNECT to the default namespace. */
const CONNECT_FRAME = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);

/** Connects a socket client that then stops reading, like a phone without signal. @returns its TCP socket */
export async function connectAndStall(url: string, origin: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Origin: ${origin}`,
      '\r\n',
    ].join('\r\n'),
  );
  let received = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error(`closed early: ${received}`)));
    socket.on('data', (chunk: Buffer) => {
      const before = received;
      received += chunk.toString('latin1');
      if (!before.includes('\r\n\r\n') && received.includes('\r\n\r\n')) socket.write(CONNECT_FRAME);
      // The head is the first message to a socket in its room.
      if (received.includes('"head"')) resolve();
    });
  });
  socket.pause();
  return socket;
}
