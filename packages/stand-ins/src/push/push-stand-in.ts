import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '@pax/contracts/html';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { FaultRegistry } from '../faults.js';
import { faultControls } from '../server/fault-controls.js';
import { renderPage, sendPage } from '../server/page.js';
import { newId, type StandIn } from '../server/stand-in.js';
import { createBrowserKeys, decryptMessage, findVapidFault, type BrowserKeys } from './push-crypto.js';

/** Largest body that push services take, bytes. */
const MOST_BYTES = 4_096;
const PATH = '/push/send';

interface Browser {
  readonly keys: BrowserKeys;
  /** Public key of the shop with which the browser subscribed. */
  readonly subscribedKey: string;
  isGone: boolean;
  /** Decrypted messages, oldest first. */
  readonly messages: { text: string; ttl: number; urgency: string }[];
}

const subscribeBody = z.strictObject({ applicationServerKey: z.string().regex(/^B[\w-]{86}$/) });
const idParam = z.object({ id: z.string() });

/**
 * Stand-in for a push service and its browsers: `POST /push/browsers` subscribes one, `GET /push/browsers/:id` lists what
 * it was shown, `DELETE` ends its subscription, `POST /push/send/:id` takes a message as push services do.
 */
export function createPushStandIn({
  origin,
  faults,
}: {
  origin: () => string;
  faults: FaultRegistry;
}): StandIn {
  const browsers = new Map<string, Browser>();

  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id } = idParam.parse(request.params);
    const fault = faults.takeNext('push.send', `POST ${PATH}/${id}`);
    if (fault?.kind === 'slow') await wait(fault.ms);
    if (fault?.kind === 'fail') return reply.code(fault.status).send(fault.body ?? {});
    if (fault?.kind === 'redirect') return reply.redirect(fault.location, 307);
    if (fault?.kind === 'rate-limit') return reply.code(429).header('retry-after', fault.retryAfter).send({});
    const answer = receive(browsers.get(id), request, origin());
    if (fault?.kind === 'cut') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    return reply
      .code(answer.status)
      .send(answer.message === undefined ? undefined : { message: answer.message });
  };

  return {
    name: 'push',
    summary: 'The push service of a browser, which decrypts what it is sent',
    register: async (app) => {
      app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
        done(null, body),
      );
      app.get('/push', (_, reply) => sendPage(reply, dashboard(browsers, faults)));
      app.post('/push/browsers', (request, reply) => {
        const parsed = subscribeBody.safeParse(request.body);
        if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
        const id = newId('browser_');
        const keys = createBrowserKeys();
        const { applicationServerKey: subscribedKey } = parsed.data;
        browsers.set(id, { keys, subscribedKey, isGone: false, messages: [] });
        const p256dh = keys.ecdh.getPublicKey('base64url');
        return reply.code(201).send({
          id,
          endpoint: `${origin()}${PATH}/${id}`,
          keys: { p256dh, auth: keys.auth.toString('base64url') },
        });
      });
      mountBrowser(app, browsers);
      app.post(`${PATH}/:id`, take);
    },
    close: async () => undefined,
  };
}

function mountBrowser(app: FastifyInstance, browsers: ReadonlyMap<string, Browser>): void {
  app.get('/push/browsers/:id', (request, reply) => {
    const browser = browsers.get(idParam.parse(request.params).id);
    return browser ? { messages: browser.messages } : reply.code(404).send({});
  });
  app.delete('/push/browsers/:id', (request, reply) => {
    const browser = browsers.get(idParam.parse(request.params).id);
    if (browser) browser.isGone = true;
    return reply.code(204).send();
  });
}

/** Takes or refuses a message, by the rules and with the codes of push services. */
function receive(
  browser: Browser | undefined,
  { headers, body }: FastifyRequest,
  origin: string,
): { status: number; message?: string } {
  if (!browser) return { status: 404, message: 'no such subscription' };
  if (browser.isGone) return { status: 410, message: 'the subscription has ended' };
  if (headers.authorization === undefined)
    return { status: 401, message: 'the header Authorization is missing' };
  const fault = findVapidFault(headers.authorization, { origin, subscribedKey: browser.subscribedKey });
  if (fault !== undefined) return { status: 403, message: fault };
  const { ttl, urgency = 'normal', 'content-encoding': encoding } = headers;
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return { status: 400, message: 'TTL is no number' };
  if (encoding !== 'aes128gcm') return { status: 400, message: 'the encoding is not aes128gcm' };
  if (!Buffer.isBuffer(body)) return { status: 400, message: 'there is no message' };
  if (body.length > MOST_BYTES) return { status: 413, message: 'the message is too large' };
  try {
    const text = decryptMessage(body, browser.keys);
    browser.messages.push({ text, ttl: Number(ttl), urgency: String(urgency) });
    return { status: 201 };
  } catch (error) {
    return { status: 400, message: String(error) };
  }
}

function dashboard(browsers: ReadonlyMap<string, Browser>, faults: FaultRegistry) {
  const cards = [...browsers].map(
    ([id, { isGone, messages }]) =>
      html`<div class="card">
        <strong>${id}</strong> ${isGone ? 'unsubscribed' : ''}
        ${messages.map(({ text }) => html`<p><code>${text}</code></p>`)}
      </div>`,
  );
  return renderPage({
    title: 'Push service (sandbox)',
    body: html`<h1>Push service</h1>
      <p class="quiet">Messages as its browsers decrypted them.</p>
      ${cards.length > 0 ? cards : html`<p>No browser has subscribed here.</p>`}
      ${faultControls(faults, ['push.send'], '/push')}`,
  });
}
