import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { i18n } from '../../../i18n/i18n';
import { languageOfTag, languageTagOf } from '../../../i18n/languages';

const LangContext = createContext<'de' | undefined>(undefined);

/** Returns the `lang` for elements outside the panel's root, such as dialogs; undefined if the document is German. */
export const usePanelLanguage = (): 'de' | undefined => useContext(LangContext);

/** Marks the panel's content as German, because the mixed language has a German panel. */
export function PanelLanguageProvider({ children }: { readonly children: ReactNode }) {
  const { i18n: outer } = useTranslation();
  const mixed = languageOfTag(outer.language) === 'mix';
  const inner = useMemo(() => (mixed ? i18n.cloneInstance({ lng: languageTagOf('de') }) : i18n), [mixed]);
  return (
    <LangContext.Provider value={mixed ? 'de' : undefined}>
      <I18nextProvider i18n={inner}>{children}</I18nextProvider>
    </LangContext.Provider>
  );
}
