/** Fake stand-ins for specs, which are healthy and end on SIGTERM. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('{}')).listen(
  Number(process.env.SANDBOX_PORT),
  '127.0.0.1',
);
process.on('SIGTERM', () => process.exit(0));
