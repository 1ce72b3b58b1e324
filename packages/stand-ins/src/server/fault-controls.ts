import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type FaultRegistry,
  armRequestSchema,
  FAULT_POINTS,
  FAULT_KINDS,
  type ArmedFault,
  type Fault,
  type FaultPoint,
} from '../faults.js';
import { html, type Html } from '@pax/contracts/html';
import { buttonForm } from './page.js';

const text = z.string().optional();
const formSchema = z.object({
  faultPoint: text,
  kind: text,
  match: text,
  times: text,
  status: text,
  ms: text,
  copies: text,
  retryAfter: text,
  location: text,
  back: text,
});
const clearSchema = z.strictObject({
  faultPoint: z.enum(FAULT_POINTS).optional(),
  id: z.coerce.number().int().optional(),
  back: text,
});

/**
 * Mounts the fault registry: `GET /faults` lists faults, `POST /faults` arms one (JSON or a form), `DELETE
 * /faults?faultPoint=&id=` removes one, a fault point's, or all; `POST /faults/clear` does the same for forms.
 */
export async function mountFaultRoutes(app: FastifyInstance, faults: FaultRegistry): Promise<void> {
  await app.register(formbody);
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const form = isForm ? formSchema.parse(request.body) : undefined;
    const parsed = armRequestSchema.safeParse(form === undefined ? request.body : readFormRequest(form));
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const armed = faults.arm(parsed.data);
    return form === undefined ? reply.code(201).send(armed) : goBack(reply, form.back);
  });
  app.delete('/faults', (request, reply) => {
    const parsed = clearSchema.safeParse(request.query);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.clear(parsed.data.id ?? parsed.data.faultPoint);
    return reply.code(204).send();
  });
  app.post('/faults/clear', (request, reply) => {
    const parsed = clearSchema.safeParse(request.body ?? {});
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.clear(parsed.data.id ?? parsed.data.faultPoint);
    return goBack(reply, parsed.data.back);
  });
}

/** Reads only the fields of the chosen kind of fault, since the form always sends all fields. */
function readFormRequest(form: z.output<typeof formSchema>): unknown {
  const readNumber = (value: string | undefined): number => Number(value === '' ? NaN : value);
  const details: Record<string, object> = {
    fail: { status: readNumber(form.status) },
    slow: { ms: readNumber(form.ms) },
    duplicate: { times: readNumber(form.copies) },
    'rate-limit': { retryAfter: readNumber(form.retryAfter) },
    redirect: { location: form.location },
  };
  return {
    faultPoint: form.faultPoint,
    ...(form.match !== undefined && form.match !== '' && { match: form.match }),
    fault: { kind: form.kind, ...details[form.kind ?? ''] },
    times: readNumber(form.times ?? '1'),
  };
}

/** Redirects to a page of the stand-ins, never to another host. */
function goBack(reply: FastifyReply, back = '/'): FastifyReply {
  return reply.redirect(/^\/[a-z]*(#[a-z]*)?$/.test(back) ? back : '/', 303);
}

type Kind = Fault['kind'];

/** Fields of the form that only some kinds of faults use. */
const DETAILS: readonly { readonly kind: Kind; readonly field: Html }[] = [
  {
    kind: 'fail',
    field: html`<label>status<input name="status" type="number" min="400" max="599" value="503" /></label>`,
  },
  {
    kind: 'slow',
    field: html`<label>slow by (ms)<input name="ms" type="number" min="0" value="3000" /></label>`,
  },
  {
    kind: 'duplicate',
    field: html`<label>copies<input name="copies" type="number" min="2" max="100" value="2" /></label>`,
  },
  {
    kind: 'redirect',
    field: html`<label>to<input name="location" type="url" value="https://example.com/" /></label>`,
  },
  {
    kind: 'rate-limit',
    field: html`<label
      >retry after (s)<input name="retryAfter" type="number" min="0" step="0.1" value="1"
    /></label>`,
  },
];

/** Section of a dashboard for arming and removing faults; `back` is the address of the page. */
export function faultControls(faults: FaultRegistry, faultPoints: readonly FaultPoint[], back: string): Html {
  const armed = faultPoints.reduce((sum, faultPoint) => sum + faults.list(faultPoint).length, 0);
  return html`<details class="tools" ${armed > 0 ? 'open' : ''}>
    <summary>Misbehave (${armed} armed)</summary>
    ${faultPoints.map((faultPoint) => faultPointCard(faults, faultPoint, back))}
  </details>`;
}

function faultPointCard(faults: FaultRegistry, faultPoint: FaultPoint, back: string): Html {
  const kinds: readonly Kind[] = FAULT_KINDS[faultPoint];
  return html`<div class="card">
    <strong>${faultPoint}</strong>
    <form method="post" action="/faults" class="fields">
      <input type="hidden" name="faultPoint" value="${faultPoint}" /><input
        type="hidden"
        name="back"
        value="${back}"
      />
      <label
        >what<select name="kind">
          ${kinds.map((kind) => html`<option>${kind}</option>`)}
        </select></label
      >
      <label>only where the route has<input name="match" placeholder="any" /></label>
      <label>how often<input name="times" type="number" min="1" value="1" /></label>
      ${DETAILS.filter((one) => kinds.includes(one.kind)).map((one) => one.field)}
      <button>Arm</button>
    </form>
    ${faults.list(faultPoint).map((one) => armedRow(one, back))}
  </div>`;
}

function armedRow(armed: ArmedFault, back: string): Html {
  return html`<div class="row small">
    <span><code>${JSON.stringify(armed.fault)}</code> ${armed.match ?? 'any route'}, ${armed.left} left</span>
    ${buttonForm('/faults/clear', 'Take back', { id: armed.id, back })}
  </div>`;
}
