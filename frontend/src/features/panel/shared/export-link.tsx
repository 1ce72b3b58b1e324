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

/** Link that downloads all rows of a list as CSV; the browser writes the file while the server sends it. */
export function ExportLink({ list, query = {} }: ExportedQuery) {
  const { t } = useTranslation('admin');
  const isEnglish = useLanguage(({ language }) => language === 'en');
  const set = Object.entries({ ...query, decimals: isEnglish ? '' : 'comma' }).filter(
    ([, value]) => value !== '' && value !== undefined,
  );
  const address = fillPath(exportCalls.exportList.path, { list });
  const search = new URLSearchParams(set).toString();
  return (
    <ButtonLink
      icon="download"
      href={search === '' ? address : `${address}?${search}`}
      download
      data-tip={t('rows.exportTip')}
    >
      <Words>{t('rows.export')}</Words>
    </ButtonLink>
  );
}
