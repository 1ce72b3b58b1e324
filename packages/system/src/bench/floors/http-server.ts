import { createServer } from 'node:http';
import { z } from 'zod';
import { listen, receiveSettings } from './floor-server.js';

/** Floor of HTTP rows: a bare node:http server that answers every call with the same bytes. */
const { body } = await receiveSettings(z.object({ body: z.string() }));
const bytes = Buffer.from(body);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };

await listen(
  createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  }),
);
