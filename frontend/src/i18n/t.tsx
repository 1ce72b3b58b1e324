import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './areas';
import { isGerman } from './german-keys';
import { languageOf } from './languages';

/** Returns a function that tells the `lang` of a message; undefined where it is the document's language. */
export function useTextLang(): (area: Area, key: string) => 'de' | undefined {
  const { i18n } = useTranslation();
  const mixed = languageOf(i18n.language) === 'mix';
  return (area, key) => (mixed && isGerman(area, key) ? 'de' : undefined);
}

interface TProps {
  readonly area?: Area;
  /** Key of the message within its area. */
  readonly k: string;
  /** Text of the message, from the function `t`. */
  readonly children: string;
}

/** Text of a message, marked with its language for screen readers and hyphenation. */
export function T({ area = 'common', k, children }: TProps): ReactNode {
  const lang = useTextLang()(area, k);
  return <span lang={lang}>{children}</span>;
}
