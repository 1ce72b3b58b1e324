import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './areas';
import { isGerman } from './german-keys';
import { languageOf } from './languages';

/** `lang` for a text of the catalogue: set only where the mixture departs from the document's language. */
export function useLangMark(): (area: Area, key: string) => 'de' | undefined {
  const { i18n } = useTranslation();
  const mixed = languageOf(i18n.language) === 'mix';
  return (area, key) => (mixed && isGerman(area, key) ? 'de' : undefined);
}

interface TProps {
  /** `area:key`, or a key of `common`. */
  readonly k: string;
  readonly values?: Record<string, string | number>;
}

/** A text of the catalogue that says which language it is in, for screen readers and hyphenation. */
export function T({ k, values }: TProps): ReactNode {
  const { i18n } = useTranslation();
  const mark = useLangMark();
  const [area, key] = k.includes(':')
    ? (k.split(':', 2) as [Area, string])
    : (['common', k] as [Area, string]);
  const lang = mark(area, key);
  const text = String(i18n.t(key as never, { ns: area, ...values } as never));
  return lang ? <span lang={lang}>{text}</span> : text;
}
