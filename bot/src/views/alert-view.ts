import type { Alert, PostContent } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { plain, plainLines } from '../core/text.js';
import { COLOUR } from './colours.js';

type AlertContent = Extract<PostContent, { kind: 'alert' }>;

const KIND_LABEL: Record<Alert['kind'], string> = {
  failure: 'Fehler',
  security: 'Sicherheit',
  dispute: 'Anfechtung',
  stranded: 'Gestrandetes Geld',
  'dead-letter': 'Nicht zustellbar',
};

/** A failure, security event, dispute or stranded money for the error channel (OWN-132). */
export function alertView({ alert, count }: AlertContent): APIEmbed {
  const times = count > 1 ? ` · ${count}×` : '';
  return {
    title: `${KIND_LABEL[alert.kind]}: ${plain(alert.title, 100)}${times}`,
    description: plainLines(alert.detail, 1_000),
    color: alert.kind === 'dispute' || alert.kind === 'stranded' ? COLOUR.lantern : COLOUR.danger,
  };
}

/** A message sent from the panel's test page. */
export function testView(message: string): APIEmbed {
  return { title: 'Testnachricht', description: plainLines(message, 1_000), color: COLOUR.info };
}
