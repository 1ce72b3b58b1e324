import type { DisputePacketAnswer } from '@pax/contracts';
import { html, type Html } from '@pax/contracts/html';

type Cell = string | number | null;

const utc = (moment: string | null): string =>
  moment === null ? '–' : `${moment.slice(0, 19).replace('T', ' ')} UTC`;
const yes = (is: boolean): string => (is ? 'yes' : 'no');
const row = (cells: readonly Cell[]): Html =>
  html`<tr>
    ${cells.map((cell) => html`<td>${cell ?? '–'}</td>`)}
  </tr>`;

function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  if (rows.length === 0)
    return html`<h2>${title}</h2>
      <p>None.</p>`;
  return html`<h2>${title}</h2>
    <table>
      <tr>
        ${head.map((cell) => html`<th>${cell}</th>`)}
      </tr>
      ${rows.map(row)}
    </table>`;
}

const STYLE = `body{font:13px/1.45 sans-serif;color:#111;margin:24px auto;max-width:820px;padding:0 16px}h1{font-size:20px}h2{font-size:15px;
margin:20px 0 6px}table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:4px 8px;text-align:left;
vertical-align:top;overflow-wrap:anywhere}th{background:#f0f0f0}`;

/** The packet as one HTML file in English, which banks read: it opens and prints anywhere, and loads nothing. */
export function packetDocument(packet: DisputePacketAnswer, shopName: string): string {
  const { account, consent, origin, quote } = packet;
  const facts: [string, Cell][] = [
    ['Reference', packet.checkout],
    ['State', packet.state],
    ['Paid by', packet.method],
    ['Total (USD)', packet.total],
    ['Refunded (USD)', packet.refunded],
    ['Placed', utc(packet.placedAt)],
    ['Paid', utc(packet.paidAt)],
    ['Delivered to (game name)', packet.inGameName],
    ['Delivered to (Discord name)', packet.discordName],
    [
      'Agreed to delivery at once and no refund once transferred',
      `${utc(consent.at)}, text version ${consent.version}`,
    ],
    ['Internet address', origin?.address ?? 'not kept'],
    ['Browser', origin?.userAgent ?? 'not kept'],
    ['Customer account', `${account.username} (no. ${account.id}), since ${utc(account.createdAt)}`],
    [
      'Discord account, proven',
      account.discordId === null
        ? null
        : `${account.discordId} (${account.discordName ?? ''}), linked ${utc(account.discordLinkedAt)}`,
    ],
  ];
  const lines = quote.lines.map(({ name, quantity, unitPrice, linePrice, discount }): Cell[] => [
    name,
    quantity,
    unitPrice,
    discount,
    linePrice,
  ]);
  const steps = packet.orders.flatMap(({ id, productName, history }) =>
    history.map(({ at, from, to, actor, actorName }): Cell[] => [
      `${id} ${productName}`,
      utc(at),
      from,
      to,
      actorName ?? actor,
    ]),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${shopName}: ${packet.checkout}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>${shopName}: purchase ${packet.checkout}</h1>
        ${table('Purchase', ['What', 'Value'], facts)}
        ${table('What was bought, as it was shown', ['Goods', 'Pieces', 'Each', 'Discount', 'Price'], lines)}
        ${table('Proof of delivery', ['Order', 'Time', 'From', 'To', 'By'], steps)}
        ${table(
          'Messages in the shop’s Discord',
          ['Order', 'What', 'Channel', 'Sent'],
          packet.posts.map(({ orderId, type, channel, sentAt }) => [orderId, type, channel, utc(sentAt)]),
        )}
        ${table(
          'Payments',
          ['Provider', 'Reference', 'Amount'],
          packet.payments.map(({ provider, reference, amount }) => [provider, reference, amount]),
        )}
        ${table(
          'Disputes',
          ['Reference', 'Amount', 'State', 'Opened', 'Closed'],
          packet.disputes.map(({ reference, amount, state, openedAt, closedAt }) => [
            reference,
            amount,
            state,
            utc(openedAt),
            utc(closedAt),
          ]),
        )}
        ${table(
          'Earlier undisputed purchases of the same account, 120 to 365 days before',
          ['Reference', 'Paid', 'Total', 'Goods', 'Delivered', 'Same address', 'Same browser'],
          packet.earlier.map((one) => [
            one.checkout,
            utc(one.paidAt),
            one.total,
            one.goods,
            utc(one.deliveredAt),
            yes(one.sameAddress),
            yes(one.sameUserAgent),
          ]),
        )}
      </body>
    </html>`.text;
}
