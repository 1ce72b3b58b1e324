import { connect } from 'node:net';

/** Sends raw bytes that no HTTP client would send. @returns the bytes received until the connection ends */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Sends bytes and resets the connection, so that the server handles a request without a remote address. */
export async function sendAndReset(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text, () => socket.resetAndDestroy());
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}
