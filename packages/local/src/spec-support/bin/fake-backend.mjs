/**
 * A fake backend for specs, which is ready once its bot has called. `/env?NAME` returns the value of an environment
 * variable.
 */
import { createServer } from 'node:http';

let bot = 'away';
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  if (pathname === '/bot') bot = 'connected';
  const announced =
    pathname === '/env' ? { value: process.env[[...searchParams.keys()][0]] } : { bot, pid: process.pid };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(announced));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
