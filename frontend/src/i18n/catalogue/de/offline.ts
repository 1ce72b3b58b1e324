import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/offline';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Du bist offline',
  text: 'Der Shop öffnet wieder, sobald es eine Verbindung gibt.',
  again: 'Nochmal versuchen',
  heading: 'Produkte und Preise vom letzten Besuch',
};
