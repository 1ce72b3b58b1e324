import type { Alert, PostContent } from '@pax/contracts';
import { plain, plainLines, withoutSecrets } from '../core/text.js';
import type { Shown } from './state.js';

type AlertContent = Extract<PostContent, { kind: 'alert' }>;

const KIND_LABEL: Record<Alert['kind'], string> = {
  failure: 'Fehler',
  security: 'Sicherheit',
  dispute: 'Anfechtung',
  stranded: 'Gestrandetes Geld',
  'dead-letter': 'Nicht zustellbar',
};

/** A failure, security event, dispute or stranded money for the error channel. */
export function alertView({ alert, count }: AlertContent): Shown {
  const isMoney = alert.kind === 'dispute' || alert.kind === 'stranded';
  return {
    title: plain(alert.title, 100) || '–',
    state: isMoney ? 'waiting' : 'stopped',
    label: KIND_LABEL[alert.kind],
    notes: count > 1 ? [`${count}×`] : [],
    lines: [plainLines(alert.detail, 1_000)],
  };
}

/** A message sent from the panel's test page. */
export function testView(message: string): Shown {
  return {
    title: 'Testnachricht',
    state: 'done',
    label: 'Kommt an',
    lines: [plainLines(withoutSecrets(message), 1_000)],
  };
}
