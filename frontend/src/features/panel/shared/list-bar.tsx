import { useState, type ReactNode, type RefObject } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { SearchField } from '../../../ui/components/form/search-field';
import { ChoiceMenu } from '../../../ui/components/overlay/menus';
import { ExportLink, type ExportedQuery } from './export-link';
import { TabBar, TabTitle } from './tab-elements';
import { useShortcutHint } from './use-key-bindings';
import { TextElement } from '../../../ui/components/base/text-element';

interface TypedSearchInput {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** State of the search text. The address stores it too, but follows the typing with a delay. */
export function useTypedSearch({ value, onChange }: TypedSearchInput) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    // The typed text is replaced only when the address changed for another reason, such as going back.
    if (typed === told) setTyped(value);
  }
  return {
    value: typed,
    onChange: (text: string) => {
      setTyped(text);
      onChange(text);
    },
  };
}

const Find = chakra('div', {
  base: { flex: { base: '1 1 220px', lg: '1 1 260px' }, maxWidth: { lg: '420px' }, display: 'flex' },
});
/** Name of the current sort order; on a phone for screen readers only. */
const Order = chakra('span', { base: { srOnly: { base: true, md: false } } });
const Total = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

interface ListBarProps<S extends string> {
  readonly heading: string;
  /** Text with the number of rows in the list; announced when it changes. */
  readonly total: string | undefined;
  /** Search field of the list, which the key `/` focuses. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly search: {
    readonly label: string;
    readonly hint: string;
    readonly value: string;
    readonly onChange: (text: string) => void;
  };
  /** The list as it can be exported, by its filters. */
  readonly exported?: ExportedQuery;
  /** Filter controls of the list. */
  readonly children?: ReactNode;
  readonly sort?: {
    readonly label: string;
    readonly options: readonly { readonly value: S; readonly label: string }[];
    readonly value: S;
    readonly onChange: (sort: S) => void;
  };
}

/** Bar above a list: heading, number of rows, search, filters and sort order. The key `/` focuses the search. */
export function ListBar<S extends string>(props: ListBarProps<S>) {
  const { heading, total, field, search, children, sort, exported } = props;
  const { t } = useTranslation('admin');
  const typed = useTypedSearch(search);
  const searchKey = useShortcutHint('/');
  return (
    <TabBar>
      <TabTitle>
        {heading} <Total aria-hidden="true">{total}</Total>
      </TabTitle>
      <VisuallyHidden aria-live="polite">{total !== undefined && t('rows.total', { total })}</VisuallyHidden>
      <Find>
        <SearchField
          ref={field}
          value={typed.value}
          onChange={typed.onChange}
          label={search.label}
          placeholder={search.hint}
          aria-keyshortcuts={searchKey}
        />
      </Find>
      {sort && (
        <ChoiceMenu
          label={sort.label}
          trigger={
            <Button icon="filter">
              <Order>{sort.options.find(({ value }) => value === sort.value)?.label}</Order>
            </Button>
          }
          options={sort.options}
          value={sort.value}
          onChange={sort.onChange}
        />
      )}
      {exported && <ExportLink {...exported} />}
      <TextElement>{children}</TextElement>
    </TabBar>
  );
}
