import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './areas';
import { isGerman } from './german-keys';
import { languageOf } from './languages';

/** `lang` for a text of the catalogue: set only where the mixture departs from the document's language. */
export function useTextLang(): (area: Area, key: string) => 'de' | undefined {
  const { i18n } = useTranslation();
  const mixed = languageOf(i18n.language) === 'mix';
  return (area, key) => (mixed && isGerman(area, key) ? 'de' : undefined);
}

interface TProps {
  readonly area?: Area;
  /** The key within its area. */
  readonly k: string;
  /** The text itself, from `t`. */
  readonly children: string;
}

/** A text of the catalogue that says which language it is in, for screen readers and hyphenation. */
export function T({ area = 'common', k, children }: TProps): ReactNode {
  const lang = useTextLang()(area, k);
  return <span lang={lang}>{children}</span>;
}
