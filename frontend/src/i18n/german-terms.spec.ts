import { describe, expect, it } from '@jest/globals';
import type { Messages } from './message-catalogue';
import { areaNames, loadArea } from './message-areas';

/** What German has one word for, and the words that are not used beside it. */
const terms: readonly { readonly say: string; readonly avoid: RegExp }[] = [
  { say: 'Prämie', avoid: /Belohnung/ },
  { say: 'Coins', avoid: /Münz|^Geld$|^Geld (kommt )?meist/ },
  { say: 'Produkt', avoid: /\bWaren?\b|Warenwert|Sachen/ },
  { say: 'Hinzufügen', avoid: /Rein damit/ },
  { say: 'Vorschau', avoid: /Zeig her/ },
  { say: 'Spielname', avoid: /Namen? im Spiel|Spiel- (und|oder) / },
  { say: 'Discord-Name', avoid: /Chatname/ },
  { say: 'innerhalb von', avoid: /\bbinnen\b/ },
  { say: '1–24 Stunden', avoid: /\d-\d+ Stunden|\d bis \d+ Stunden/ },
  { say: 'Anmeldung nötig', avoid: /Anmeldung erforderlich/ },
  { say: 'verknüpfen', avoid: /Verbinde dein|verbundene/ },
  {
    say: 'Prüfe, Versuche, Schließe',
    avoid: /\b([Pp]rüf|versuch|Versuch (es|ein)|[Ss]chließ|[Vv]erknüpf)(?!\p{L})/u,
  },
  { say: 'Gratis-Lieferung', avoid: /Gratislieferung/ },
  { say: 'Details', avoid: /Näheres|Einzelheiten/ },
  { say: 'Zahlungsanbieter', avoid: /Zahlungspartner/ },
  { say: 'Shop', avoid: /(zum|am|auf den) Markt|Ständen/i },
  { say: 'Übersicht', avoid: /Überblick/ },
  { say: 'optional', avoid: /freiwillig/i },
  { say: 'Streitfall', avoid: /Anfechtung/i },
];

const texts = (messages: Messages, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : texts(value, `${path}${key}.`),
  );

describe.each(areaNames)('German of %s', (area) => {
  it.each(terms)('says "$say" for one thing everywhere', async ({ avoid }) => {
    const { catalogue } = await loadArea('de', area);
    expect(texts(catalogue).filter(([, text]) => avoid.test(text))).toEqual([]);
  });
});

/** Words of English sentences that no German one has. */
const ENGLISH = /\b(?:the|your?|yours|and|with|for|from|thanks|please|this|that|not|has|have|are|is)\b/i;

it.each(areaNames)('says nothing of %s in English', async (area) => {
  const { catalogue } = await loadArea('de', area);
  expect(texts(catalogue).filter(([, text]) => ENGLISH.test(text.replaceAll(/\{\{\w+\}\}/g, '')))).toEqual(
    [],
  );
});

it('names the steps of a delivery alike on the receipt and on the account page', async () => {
  const [account, checkout] = await Promise.all([loadArea('de', 'account'), loadArea('de', 'checkout')]);
  const step = (messages: Messages, path: string): unknown =>
    texts(messages).find(([key]) => key === path)?.[1];
  for (const name of ['paid', 'taken', 'delivered'])
    expect([name, step(account.catalogue, `steps.${name}`)]).toEqual([
      name,
      step(checkout.catalogue, `ticket.states.${name}`),
    ]);
});
