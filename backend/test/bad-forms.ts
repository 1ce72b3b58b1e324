import {
  accountCalls,
  catalogCalls,
  loyaltyCalls,
  rightsCalls,
  ticketCalls,
  userCalls,
  type CallDefinition,
} from '@pax/contracts';
import { z } from 'zod';

/** A form of the account pages, the support center or the panel, and what it takes. */
export interface Form {
  readonly call: CallDefinition & { readonly body: z.ZodType };
  /** A body that the call takes, with every field that it has. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Bodies that are refused whatever their schema says. */
  readonly bad?: readonly object[];
}

/** Ids of things that are there, so that a refusal is the body's. */
export interface FormIds {
  readonly user: number;
  readonly ticket: number;
  readonly token: string;
}

const ROLE_ID = '427196530852970001';
const version = 1;

export const FORMS: readonly Form[] = [
  {
    call: accountCalls.updateProfile,
    valid: { username: 'Renamed One', discordId: '427196530852970009', minecraftName: 'Steve_01' },
  },
  {
    call: loyaltyCalls.setReferralCode,
    valid: { customCode: 'PAXABC123' },
    bad: [{ customCode: 'ABCPAX123' }],
  },
  { call: loyaltyCalls.applyReferral, valid: { referralCode: 'PAXABC123' } },
  {
    call: ticketCalls.createTicket,
    valid: {
      name: 'Jürgen',
      email: 'j@example.org',
      subject: 'No elytra',
      message: 'I was online.',
      priority: 'high',
      language: 'en',
      attachments: [],
    },
    bad: [{ name: 'x', email: 'nobody', subject: 'x', message: 'x' }],
  },
  { call: ticketCalls.rateTicket, valid: { rating: 5 }, bad: [{ rating: 0 }, { rating: 6 }] },
  { call: ticketCalls.rateLinkedTicket, valid: { rating: 5 }, bad: [{ rating: 0 }, { rating: 6 }] },
  { call: ticketCalls.setTicketStatus, valid: { status: 'in_progress', version } },
  { call: ticketCalls.answerTicket, valid: { response: 'At spawn.', version }, bad: [{ response: ' \n ' }] },
  { call: ticketCalls.addTicketNote, valid: { text: 'Known.' }, bad: [{ text: ' \n ' }] },
  { call: rightsCalls.setRoleRights, valid: { rights: ['orders'], version }, bad: [{ rights: ['admin'] }] },
  { call: catalogCalls.deleteProducts, valid: { ids: [999_999] }, bad: [{ ids: [0] }, { ids: [-1] }] },
  { call: userCalls.blockUser, valid: { blocked: true, reason: 'Spec' }, bad: [{ blocked: true }] },
  { call: userCalls.setTier, valid: { tier: 'gold', version } },
  {
    call: catalogCalls.setCoinStock,
    valid: { coinStock: '750000000', version },
    bad: ['abc', -1, '-1', 1e20, '1e20', '', '1,5', 1.5].map((coinStock) => ({ coinStock })),
  },
  {
    call: userCalls.setStoreCredit,
    valid: { amount: '25.50', version },
    bad: ['', -5, '-5', 1e9, '1000000000.00', '10000.01', 'abc', '1.234'].map((amount) => ({ amount })),
  },
];

/** The address of a form's call, for what is there. */
export function addressOf({ call: { path } }: Form, { user, ticket, token }: FormIds): string {
  const ids = { '/:token': token, tickets: ticket, users: user, 'role-rights': ROLE_ID };
  const of = Object.entries(ids).find(([part]) => path.includes(part))?.[1];
  return path.replace(/:\w+/, String(of));
}

const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e20,
  '',
  'abc',
  'a\u0000b',
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  [],
  [null],
  Array.from({ length: 1_000 }, () => 'orders'),
  {},
];

const limits = z.object({
  properties: z.record(
    z.string(),
    z.object({
      maxLength: z.number().optional(),
      maximum: z.number().optional(),
      minimum: z.number().optional(),
      maxItems: z.number().optional(),
    }),
  ),
});

/** Values just beyond the limits that a form names for a field. */
function beyond(schema: z.ZodType, key: string, valid: unknown): unknown[] {
  const { properties } = limits.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const { maxLength, maximum, minimum, maxItems } = properties[key] ?? {};
  return [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxItems === undefined || !Array.isArray(valid)
      ? []
      : [Array.from({ length: maxItems + 1 }, (): unknown => valid[0] ?? 'x')]),
  ];
}

/** Bodies that a form refuses: fields missing, wrong, extra, huge, beyond their limits, and what is no object. */
export function badBodies({ call: { body: schema }, valid, bad = [] }: Form): unknown[] {
  const spoiled = Object.entries(valid).flatMap(([key, value]) => {
    const without = Object.fromEntries(Object.entries(valid).filter(([name]) => name !== key));
    const wrong = [...WRONG, ...beyond(schema, key, value)].map((one) => ({ ...valid, [key]: one }));
    return [without, ...wrong];
  });
  const refused = spoiled.filter((one) => !schema.safeParse(one).success);
  const extra = [
    { ...valid, isAdmin: true },
    { ...valid, constructor: 1 },
  ];
  return [...refused, ...extra, ...bad, null, [], [valid], 'x', 1];
}
