import { chakra } from '@chakra-ui/react/styled-system';
import { exportCalls, fillPath, type ExportedList, type OverviewPeriod } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language-store';
import { ButtonLink } from '../../../ui/components/base/button';

/** A list that can be exported, with the filters that are set. */
export interface ExportedQuery {
  readonly list: ExportedList;
  readonly query?: {
    readonly q?: string;
    readonly state?: string;
    readonly sort?: string;
    readonly period?: OverviewPeriod;
  };
}

const Words = chakra('span', { base: { srOnly: { base: true, xl: false } } });

/** Returns the function that names the address of a list's CSV, with numbers as the language writes them. */
export function useExportAddress(): (exported: ExportedQuery) => string {
  const isEnglish = useLanguage(({ language }) => language === 'en');
  return ({ list, query = {} }) => {
    const set = Object.entries({ ...query, decimals: isEnglish ? '' : 'comma' }).filter(
      ([, value]) => value !== '' && value !== undefined,
    );
    const address = fillPath(exportCalls.exportList.path, { list });
    const search = new URLSearchParams(set).toString();
    return search === '' ? address : `${address}?${search}`;
  };
}

/** Link that downloads all rows of a list as CSV; the browser writes the file while the server sends it. */
export function ExportLink(exported: ExportedQuery) {
  const { t } = useTranslation('admin');
  const addressOf = useExportAddress();
  return (
    <ButtonLink icon="download" href={addressOf(exported)} download data-tip={t('rows.exportTip')}>
      <Words>{t('rows.export')}</Words>
    </ButtonLink>
  );
}
