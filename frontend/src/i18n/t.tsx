import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './areas';
import { isGerman } from './german-keys';
import { languageOf } from './languages';

/** Returns the `lang` of a catalogue text, set only where the mixture differs from the document's language. */
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

/** Catalogue text marked with its language, for screen readers and hyphenation. */
export function T({ area = 'common', k, children }: TProps): ReactNode {
  const lang = useTextLang()(area, k);
  return <span lang={lang}>{children}</span>;
}
