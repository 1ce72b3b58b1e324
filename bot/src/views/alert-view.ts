import type { Alert, PostContent } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { clip, plain } from '../core/text.js';
import { COLOUR } from './colours.js';

type AlertContent = Extract<PostContent, { kind: 'alert' }>;

const KIND_LABEL: Record<Alert['kind'], string> = {
  failure: 'Fehler',
  security: 'Sicherheit',
  dispute: 'Anfechtung',
  stranded: 'Gestrandetes Geld',
  'dead-letter': 'Nicht zustellbar',
};

/** Escapes each line by itself, so that an alert's own line breaks stay. */
function lines(text: string, max: number): string {
  const escaped = text
    .slice(0, max)
    .split(/\r\n|\r|\n/)
    .map((line) => plain(line, max));
  return clip(escaped.join('\n'), 2 * max);
}

/** A failure, security event, dispute or stranded money for the error channel (OWN-132). */
export function alertView({ alert, count }: AlertContent): APIEmbed {
  const times = count > 1 ? ` · ${count}×` : '';
  return {
    title: `${KIND_LABEL[alert.kind]}: ${plain(alert.title, 100)}${times}`,
    description: lines(alert.detail, 1_000),
    color: alert.kind === 'dispute' || alert.kind === 'stranded' ? COLOUR.lantern : COLOUR.danger,
  };
}

/** A message sent from the panel's test page. */
export function testView(message: string): APIEmbed {
  return { title: 'Testnachricht', description: lines(message, 1_000), color: COLOUR.info };
}
