import {
  formatDecimal,
  formatReceiptTime,
  RECEIPT_TEXTS,
  listReceiptSteps,
  nameReceiptOrders,
  type MailLanguage,
  type ReceiptAnswer,
  type ReceiptStep,
  type TranslateReceipt,
} from '@pax/contracts';
import { html, type Html } from '@pax/contracts/html';
import { renderMailFooter, renderMailLink, renderMailPage } from '../../../platform/mail/mail-page.js';

interface ReceiptMail {
  subject: string;
  text: string;
  html: string;
}

const TEXT_WIDTH = 64;
const formatStepAmount = ({ kind, amount }: ReceiptStep, language: MailLanguage): string =>
  `${kind === 'saving' ? '−' : ''}${formatDecimal(amount, language)}`;

/** Makes a function that translates the words of a receipt and inserts values. */
export const translatorFor =
  (language: MailLanguage): TranslateReceipt =>
  (word, values = {}) =>
    RECEIPT_TEXTS[language][word].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    );

/**
 * Composes the receipt mail, whose text and HTML have the same content.
 * @param url address of the receipt page
 */
export function composeReceiptMail(receipt: ReceiptAnswer, language: MailLanguage, url: string): ReceiptMail {
  const say = translatorFor(language);
  const { seller } = receipt;
  const sellerLines = [
    seller.name,
    ...seller.address,
    ...(seller.email === null ? [] : [seller.email]),
    ...(seller.taxId === null ? [] : [say('taxId', { id: seller.taxId })]),
  ];
  const { orders } = receipt;
  const facts: [string, string][] = [
    nameReceiptOrders(orders, say),
    [say('reference'), receipt.checkout],
    [say('paidAt'), formatReceiptTime(receipt.paidAt)],
    [say('method'), say(`method_${receipt.method}`)],
    [say('gameName'), receipt.inGameName],
    [say('discordName'), receipt.discordName],
  ];
  const steps = listReceiptSteps(receipt.quote, say).map((step): [string, string] => [
    step.each === undefined
      ? step.label
      : `${step.label} (${say('each', { amount: formatDecimal(step.each, language) })})`,
    formatStepAmount(step, language),
  ]);
  const foot = [say('goods'), say('mailLink', { url }), say('mailReason')];
  const blocks = [
    [say('title')],
    sellerLines,
    facts.map((fact) => fact.join(': ')),
    steps.map(alignColumns),
    foot,
  ];
  return {
    subject: say('mailSubject', { orders: nameOrdersShortly(orders), reference: receipt.checkout }),
    text: blocks.map((lines) => lines.join('\n')).join('\n\n'),
    html: renderMail(language, say, { sellerLines, facts, steps, url }).text,
  };
}

/** Names the first order, and how many more there are, since a subject has little room: "#17 +2". */
const nameOrdersShortly = ([first, ...more]: readonly number[]): string =>
  `#${first}${more.length > 0 ? ` +${more.length}` : ''}`;

const alignColumns = ([label, amount]: [string, string]): string =>
  `${label} ${'.'.repeat(Math.max(2, TEXT_WIDTH - label.length - amount.length))} ${amount}`;

interface MailContent {
  sellerLines: string[];
  facts: [string, string][];
  steps: [string, string][];
  url: string;
}

function renderMail(
  language: MailLanguage,
  say: TranslateReceipt,
  { sellerLines, facts, steps, url }: MailContent,
): Html {
  const body = html`<p style="color:#5c6172;margin:0 0 20px">
      ${sellerLines.map((line) => html`${line}<br />`)}
    </p>
    <table style="border-collapse:collapse;margin:0 0 20px">
      ${facts.map((row) => renderTableRow(row, 'left'))}
    </table>
    <table style="border-collapse:collapse;width:100%;max-width:560px;margin:0 0 20px">
      ${steps.map((row) => renderTableRow(row, 'right'))}
    </table>
    <p>${say('goods')}</p>
    ${renderMailLink(url, say('mailLink', { url }))} ${renderMailFooter(say('mailReason'))}`;
  return renderMailPage(language, say('title'), body);
}

const renderTableRow = ([name, value]: [string, string], align: 'left' | 'right'): Html =>
  html`<tr>
    <td style="padding:4px 24px 4px 0;color:#5c6172">${name}</td>
    <td style="padding:4px 0;text-align:${align}">${value}</td>
  </tr>`;
