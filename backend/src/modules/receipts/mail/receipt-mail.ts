import {
  RECEIPT_WORDS,
  receiptSteps,
  type ReceiptAnswer,
  type ReceiptLanguage,
  type ReceiptStep,
  type SayReceipt,
} from '@pax/contracts';
import { html, type Html } from '@pax/contracts/html';

interface ReceiptMail {
  subject: string;
  text: string;
  html: string;
}

const TEXT_WIDTH = 64;
const dollars = (amount: string): string => `$${amount.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
const amountOf = ({ kind, amount }: ReceiptStep): string =>
  `${kind === 'saving' ? '−' : ''}${dollars(amount)}`;
/** Whose clock the reader has is not known. */
const utc = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** The words of a language with their values filled in. */
export const sayIn =
  (language: ReceiptLanguage): SayReceipt =>
  (word, values = {}) =>
    RECEIPT_WORDS[language][word].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    );

/** The receipt as a mail: text and simple HTML say the same (OWN-506). @param url of the receipt's page */
export function receiptMail(receipt: ReceiptAnswer, language: ReceiptLanguage, url: string): ReceiptMail {
  const say = sayIn(language);
  const { seller } = receipt;
  const sellerLines = [
    seller.name,
    ...seller.address,
    ...(seller.email === null ? [] : [seller.email]),
    ...(seller.taxId === null ? [] : [say('taxId', { id: seller.taxId })]),
  ];
  const facts: [string, string][] = [
    [say('reference'), receipt.checkout],
    [say('paidAt'), utc(receipt.paidAt)],
    [say('method'), say(`method_${receipt.method}`)],
    [say('gameName'), receipt.inGameName],
    [say('discordName'), receipt.discordName],
  ];
  const steps = receiptSteps(receipt.quote, say).map((step): [string, string] => [
    step.each === undefined ? step.label : `${step.label} (${say('each', { amount: dollars(step.each) })})`,
    amountOf(step),
  ]);
  const foot = [say('goods'), say('mailLink', { url }), say('mailReason')];
  const blocks = [
    [say('title')],
    sellerLines,
    facts.map((fact) => fact.join(': ')),
    steps.map(columns),
    foot,
  ];
  return {
    subject: say('mailSubject', { reference: receipt.checkout }),
    text: blocks.map((lines) => lines.join('\n')).join('\n\n'),
    html: page(language, say, { sellerLines, facts, steps, url }).text,
  };
}

const columns = ([label, amount]: [string, string]): string =>
  `${label} ${'.'.repeat(Math.max(2, TEXT_WIDTH - label.length - amount.length))} ${amount}`;

interface Content {
  sellerLines: string[];
  facts: [string, string][];
  steps: [string, string][];
  url: string;
}

/** Mail programs know tables and inline styles, and little else. */
function page(language: ReceiptLanguage, say: SayReceipt, { sellerLines, facts, steps, url }: Content): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <body style="margin:0;padding:24px;background:#fff;color:#1d1f29;font:15px/1.45 sans-serif">
        <h1 style="font-size:22px;margin:0 0 12px">${say('title')}</h1>
        <p style="color:#5c6172;margin:0 0 20px">${sellerLines.map((line) => html`${line}<br />`)}</p>
        <table style="border-collapse:collapse;margin:0 0 20px">
          ${facts.map((row) => tableRow(row, 'left'))}
        </table>
        <table style="border-collapse:collapse;width:100%;max-width:560px;margin:0 0 20px">
          ${steps.map((row) => tableRow(row, 'right'))}
        </table>
        <p>${say('goods')}</p>
        <p><a href="${url}" style="color:#a65600">${say('mailLink', { url })}</a></p>
        <p style="color:#5c6172;font-size:13px">${say('mailReason')}</p>
      </body>
    </html>`;
}

const tableRow = ([name, value]: [string, string], align: 'left' | 'right'): Html =>
  html`<tr>
    <td style="padding:4px 24px 4px 0;color:#5c6172">${name}</td>
    <td style="padding:4px 0;text-align:${align}">${value}</td>
  </tr>`;
