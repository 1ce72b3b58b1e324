import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './message-areas';
import { isGermanKey } from './german-keys';
import { languageOfTag } from './languages';

/** Returns a function that tells the `lang` of a message; undefined where it is the document's language. */
export function useTextLang(): (area: Area, key: string) => 'de' | undefined {
  const { i18n } = useTranslation();
  const mixed = languageOfTag(i18n.language) === 'mix';
  return (area, key) => (mixed && isGermanKey(area, key) ? 'de' : undefined);
}

interface MessageTextProps {
  readonly area?: Area;
  /** Key of the message within its area. */
  readonly k: string;
  /** Text of the message, from the function `t`. */
  readonly children: string;
}

/** Text of a message, marked with its language for screen readers and hyphenation. */
export function MessageText({ area = 'common', k, children }: MessageTextProps): ReactNode {
  const lang = useTextLang()(area, k);
  return <span lang={lang}>{children}</span>;
}
