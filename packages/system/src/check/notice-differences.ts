import { NOTICE_KINDS, noticeDefinition, type NoticeWay } from '@pax/contracts';
import { DiscordControl } from '../support/discord-control.js';
import { readShownPushes } from '../support/push-control.js';
import type { WholeShop } from '../support/whole-shop.js';

/** A mail as a mail server took it: headers and body. */
interface TakenMail {
  readonly raw: string;
}

const kindsWith = (way: NoticeWay) =>
  NOTICE_KINDS.filter((kind) => noticeDefinition(kind).ways.includes(way));

/**
 * Compares notices, none switched off, with what was taken: one direct message, a mail or more under one Message-ID and
 * at most one push message for each that no newer one replaced.
 * @returns a line for each difference
 */
export async function findNoticeDifferences(shop: WholeShop, mails: readonly TakenMail[]): Promise<string[]> {
  return [
    ...(await findUnqueued(shop)),
    ...(await findDirectMessageDifferences(shop)),
    ...(await findMailDifferences(shop, mails)),
    ...(await findPushDifferences(shop)),
  ];
}

/** Finds notices that were not queued for a way by which their reader can be reached. */
async function findUnqueued(shop: WholeShop): Promise<string[]> {
  const { rows } = await shop.database.query<{ line: string }>(
    `SELECT 'notice ' || n.id || ' (' || n.kind || ') has no direct message' AS line
       FROM notices n JOIN users u ON u.id = n.user_id
      WHERE n.kind = ANY($1) AND u.discord_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM direct_messages d WHERE d.event_id = n.event_id AND d.user_id = n.user_id)
     UNION ALL
     SELECT 'notice ' || n.id || ' (' || n.kind || ') has no mail'
       FROM notices n JOIN receipt_addresses a ON a.user_id = n.user_id
      WHERE n.kind = ANY($2) AND n.kind <> 'ticket' AND NOT EXISTS (SELECT FROM mails m WHERE m.about = 'n' || n.id)
     UNION ALL
     SELECT 'notice ' || n.id || ' (ticket) has no mail'
       FROM notices n JOIN receipt_addresses a ON a.user_id = n.user_id
       JOIN tickets t ON t.id = (n.content #>> '{ticket,id}')::int AND t.email <> ''
      WHERE n.kind = 'ticket' AND NOT EXISTS (
            SELECT FROM mails m LEFT JOIN ticket_messages w ON m.about = 'm' || w.id
             WHERE CASE WHEN n.content #>> '{ticket,messageId}' IS NULL THEN m.kind = 'ticket-ended' AND m.about = t.id::text
                        ELSE w.ticket_id = t.id AND w.id >= (n.content #>> '{ticket,messageId}')::int END)
     UNION ALL
     SELECT 'notice ' || n.id || ' (' || n.kind || ') has no push message'
       FROM notices n JOIN sessions s ON s.user_id = n.user_id JOIN push_subscriptions p ON p.session_id = s.id_hash
      WHERE n.kind = ANY($3) AND n.created_at >= p.created_at
        AND NOT EXISTS (SELECT FROM push_sends m WHERE m.notice_id = n.id AND m.subscription_id = p.id)`,
    [kindsWith('direct'), kindsWith('mail'), kindsWith('push')],
  );
  return rows.map(({ line }) => line);
}

/** Compares the direct messages that count as sent with those that Discord made; messages are known by their nonce. */
async function findDirectMessageDifferences(shop: WholeShop): Promise<string[]> {
  const { rows } = await shop.database.query<{
    nonce: string;
    what: string;
    state: string;
    replaceable: boolean;
  }>(
    `SELECT nonce, kind || ' of ' || topic AS what, state, kind = ANY($1) AS replaceable FROM direct_messages`,
    [NOTICE_KINDS.filter((kind) => noticeDefinition(kind).isReplaceable)],
  );
  const calls = await new DiscordControl(shop).listCalls();
  const made = calls.filter(
    ({ accepted, method, ...call }) => accepted && method === 'POST' && call['repeated'] !== true,
  );
  return rows.flatMap(({ nonce, what, state, replaceable }) => {
    const times = made.filter((call) => call['nonce'] === nonce).length;
    const isDue = state === 'sent' || !(state === 'superseded' && replaceable);
    return times === (isDue ? 1 : 0) ? [] : [`direct message ${what} is ${state}, and Discord made ${times}`];
  });
}

/** Compares the mails that count as sent with those that the mail server took; mails are known by their Message-ID. */
async function findMailDifferences(shop: WholeShop, mails: readonly TakenMail[]): Promise<string[]> {
  const { rows } = await shop.database.query<{ id: string; state: string; replaceable: boolean }>(
    `SELECT kind || '-' || about AS id, state, is_replaceable AS replaceable FROM mails`,
  );
  const host = new URL(shop.shopUrl).hostname;
  const taken = mails.map(({ raw }) => /^Message-ID:\s*<(.+)@(.+)>/im.exec(raw));
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...taken.flatMap((found, at) =>
      found?.[2] === host && known.has(found[1] ?? '')
        ? []
        : [`mail ${at} belongs to no row: ${found?.[0] ?? ''}`],
    ),
    ...rows.flatMap(({ id, state, replaceable }) => {
      const times = taken.filter((found) => found?.[1] === id).length;
      if (state === 'sent') return times >= 1 ? [] : [`mail ${id} counts as sent, and the server took none`];
      return state === 'dropped' && replaceable ? [] : [`mail ${id} is ${state}`];
    }),
  ];
}

/** Compares the push messages to each browser with what it decrypted; a message that a crash cut off may be lost. */
async function findPushDifferences(shop: WholeShop): Promise<string[]> {
  const { rows } = await shop.database.query<{
    endpoint: string;
    sent: number;
    unknown: number;
    lost: number;
  }>(
    `SELECT p.endpoint, count(*) FILTER (WHERE m.state = 'sent')::int AS sent,
            count(*) FILTER (WHERE m.state = 'sending')::int AS unknown,
            count(*) FILTER (WHERE m.state IN ('waiting', 'failed') OR m.state = 'dropped' AND NOT m.is_replaceable)::int AS lost
       FROM push_subscriptions p JOIN push_sends m ON m.subscription_id = p.id GROUP BY p.id`,
  );
  const found: string[] = [];
  for (const { endpoint, sent, unknown, lost } of rows) {
    const shown = (await readShownPushes(endpoint)).length;
    if (shown < sent || shown > sent + unknown || lost > 0)
      found.push(`${endpoint} was sent ${sent}, perhaps ${unknown} more, lost ${lost}, and showed ${shown}`);
  }
  return found;
}
