import { getCartLineName, type DisputePacketAnswer } from '@pax/contracts';
import { html, type Html } from '@pax/contracts/html';

type TableCell = string | number | null;

const formatUtc = (moment: string | null): string =>
  moment === null ? '–' : `${moment.slice(0, 19).replace('T', ' ')} UTC`;
const formatYesNo = (is: boolean): string => (is ? 'yes' : 'no');
const renderRow = (cells: readonly TableCell[]): Html =>
  html`<tr>
    ${cells.map((cell) => html`<td>${cell ?? '–'}</td>`)}
  </tr>`;

function renderTable(title: string, head: readonly string[], rows: readonly (readonly TableCell[])[]): Html {
  if (rows.length === 0)
    return html`<h2>${title}</h2>
      <p>None.</p>`;
  return html`<h2>${title}</h2>
    <table>
      <tr>
        ${head.map((cell) => html`<th>${cell}</th>`)}
      </tr>
      ${rows.map(renderRow)}
    </table>`;
}

const STYLE = `body{font:13px/1.45 sans-serif;color:#111;margin:24px auto;max-width:820px;padding:0 16px}h1{font-size:20px}h2{font-size:15px;
margin:20px 0 6px}table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:4px 8px;text-align:left;
vertical-align:top;overflow-wrap:anywhere}th{background:#f0f0f0}`;

/**
 * Renders the dispute packet as one HTML file in English, which banks read. The file opens and prints
 * anywhere and loads nothing.
 */
export function renderPacketDocument(packet: DisputePacketAnswer, shopName: string): string {
  const title = `${shopName}: purchase ${packet.checkout}`;
  const head = html`<meta charset="utf-8" /><title>${title}</title>
    <style>
      ${STYLE}
    </style>`;
  const facts = renderTable('Purchase', ['What', 'Value'], renderPurchaseFacts(packet));
  const tables = [
    facts,
    ...renderPurchaseTables(packet),
    ...renderMessageTables(packet),
    ...renderDisputeTables(packet),
  ];
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${head}
      </head>
      <body>
        <h1>${title}</h1>
        ${tables}
      </body>
    </html>`.text;
}

function renderPurchaseFacts({
  account,
  consent,
  origin,
  ...packet
}: DisputePacketAnswer): [string, TableCell][] {
  const consented = `${formatUtc(consent.at)}, text version ${consent.version}: ${consent.texts.join(' / ')}`;
  const discord = `${account.discordId} (${account.discordName ?? ''}), linked ${formatUtc(account.discordLinkedAt)}`;
  return [
    ['Reference', packet.checkout],
    ['State', packet.state],
    ['Paid by', packet.method],
    ['Total (USD)', packet.total],
    ['Refunded (USD)', packet.refunded],
    ['Placed', formatUtc(packet.placedAt)],
    ['Paid', formatUtc(packet.paidAt)],
    ['Delivered to (game name)', packet.inGameName],
    ['Delivered to (Discord name)', packet.discordName],
    ['Agreed to delivery at once and no refund once transferred', consented],
    ['Internet address', origin?.address ?? 'not kept'],
    ['Browser', origin?.userAgent ?? 'not kept'],
    ['Customer account', `${account.username} (no. ${account.id}), since ${formatUtc(account.createdAt)}`],
    ['Discord account, proven', account.discordId === null ? null : discord],
  ];
}

/** The packet's tables of the bought products and their delivery. */
function renderPurchaseTables({ quote, orders }: DisputePacketAnswer): Html[] {
  const lines = quote.lines.map((line): TableCell[] => [
    getCartLineName(line),
    line.quantity,
    line.unitPrice,
    line.discount,
    line.linePrice,
  ]);
  const steps = orders.flatMap(({ id, productName, history }) =>
    history.map(({ at, from, to, actor, actorName }): TableCell[] => [
      `${id} ${productName}`,
      formatUtc(at),
      from,
      to,
      actorName ?? actor,
    ]),
  );
  const received = orders.map(({ id, productName, receivedAt }): TableCell[] => [
    `${id} ${productName}`,
    formatUtc(receivedAt ?? null),
  ]);
  return [
    renderTable('What was bought, as it was shown', ['Goods', 'Pieces', 'Each', 'Discount', 'Price'], lines),
    renderTable('Proof of delivery', ['Order', 'Time', 'From', 'To', 'By'], steps),
    renderTable(
      'The buyer’s own word that it arrived, from the proven Discord account',
      ['Order', 'Time'],
      received,
    ),
  ];
}

/** The packet's tables of posts, messages and tickets about the purchase, by the shop and by the customer. */
function renderMessageTables({ posts, messages, tickets }: DisputePacketAnswer): Html[] {
  const posted = posts.map(({ orderId, type, channel, sentAt, content, link }) => [
    orderId,
    type,
    channel,
    formatUtc(sentAt),
    content,
    link,
  ]);
  const direct = messages.map(({ topic, status, sentAt, content, link }) => [
    topic,
    status,
    formatUtc(sentAt),
    content,
    link,
  ]);
  const written = tickets.map(({ id, sentAt, subject, message, response, endedAt }) => [
    id,
    formatUtc(sentAt),
    `${subject}: ${message}`,
    response,
    formatUtc(endedAt),
  ]);
  return [
    renderTable(
      'Messages in the shop’s Discord',
      ['Order', 'What', 'Channel', 'Sent', 'Content', 'Message'],
      posted,
    ),
    renderTable(
      'Direct messages to the proven Discord account',
      ['About', 'What', 'Sent', 'Content', 'Message'],
      direct,
    ),
    renderTable(
      'What the customer wrote since the purchase',
      ['Ticket', 'Sent', 'Text', 'Answer', 'Ended'],
      written,
    ),
  ];
}

/** The packet's tables of payments, disputes and earlier purchases. */
function renderDisputeTables({ payments, disputes, earlier }: DisputePacketAnswer): Html[] {
  const paid = payments.map(({ provider, reference, amount }) => [provider, reference, amount]);
  const disputed = disputes.map(({ reference, amount, state, openedAt, closedAt }) => [
    reference,
    amount,
    state,
    formatUtc(openedAt),
    formatUtc(closedAt),
  ]);
  const before = earlier.map((one) => [
    one.checkout,
    formatUtc(one.paidAt),
    one.total,
    one.goods,
    formatUtc(one.deliveredAt),
    formatYesNo(one.sameAddress),
    formatYesNo(one.sameUserAgent),
  ]);
  const title = 'Earlier undisputed purchases of the same account, 120 to 365 days before';
  return [
    renderTable('Payments', ['Provider', 'Reference', 'Amount'], paid),
    renderTable('Disputes', ['Reference', 'Amount', 'State', 'Opened', 'Closed'], disputed),
    renderTable(
      title,
      ['Reference', 'Paid', 'Total', 'Goods', 'Delivered', 'Same address', 'Same browser'],
      before,
    ),
  ];
}
