import { createListCollection } from '@chakra-ui/react/collection';
import { Listbox } from '@chakra-ui/react/listbox';
import { chakra, defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { Spinner } from '../../../ui/components/base/spinner';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { LOW_WINDOW } from '../../../ui/theme/media-queries';
import type { RegisteredTab } from '../layout/panel-tabs';
import { KeyCap } from '../shared/key-cap';
import { useShortcutHint } from '../shared/use-key-bindings';
import { usePaletteGroups, type PaletteEntry, type PaletteGroup } from './palette-entries';

const listboxRecipe = defineSlotRecipe({
  className: 'palette',
  slots: ['root', 'label', 'input', 'content', 'itemGroup', 'itemGroupLabel', 'item', 'itemText'],
  base: {
    root: { display: 'flex', flexDirection: 'column', minHeight: '0', flex: '1' },
    input: {
      width: 'full',
      height: '60px',
      ps: '12',
      // The close button of the sheet lies over the end of the field.
      pe: '14',
      fontSize: 'md',
      color: 'text',
      bg: 'transparent',
      borderBottomWidth: '2px',
      borderColor: 'line',
      _focusVisible: { outlineOffset: '-2px' },
      _placeholder: { color: 'muted', opacity: 1 },
    },
    content: {
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      px: '2',
      pb: '3',
      outline: 'none',
      [LOW_WINDOW]: { overflowY: 'visible' },
      '&[aria-busy=true]': { opacity: 0.6 },
    },
    itemGroupLabel: { px: '3', pt: '3', pb: '1', textStyle: 'tiny', fontWeight: 'semibold', color: 'muted' },
    item: {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: '3',
      minHeight: 'touch',
      px: '3',
      cursor: 'pointer',
      scrollMarginBlock: '8px',
      '& svg': { color: 'muted' },
      '&[data-active]': {
        bg: 'raised',
        boxShadow: 'inset 3px 0 0 var(--pax-colors-accent)',
        '& svg': { color: 'accent' },
        // The shadow is not drawn in forced colours.
        '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
      },
    },
  },
});

const FieldRow = chakra('div', {
  base: {
    position: 'relative',
    flexShrink: '0',
    '& > svg': { position: 'absolute', insetStart: '4', top: '20px', color: 'muted' },
  },
});
const Words = chakra('span', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    alignItems: { md: 'baseline' },
    columnGap: '2',
    py: '1',
    minWidth: '0',
    whiteSpace: 'nowrap',
  },
});
const Title = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis' } });
const Detail = chakra('span', {
  base: {
    flex: { md: '1 1 0' },
    color: 'muted',
    fontSize: 'sm',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});
const State = chakra('span', { base: { color: 'muted', fontSize: 'sm', textStyle: 'numeric' } });
const Failed = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '5',
    py: '3',
    color: 'danger',
  },
});

/**
 * Returns the value of the highlighted entry: the one moved to while it is there, otherwise the first, unless that has
 * to be moved to.
 */
function useHighlight(entries: readonly PaletteEntry[]) {
  const [moved, setMoved] = useState<string | null>(null);
  const isThere = moved !== null && entries.some(({ value }) => value === moved);
  const [first] = entries;
  const preset = first && !first.mustBeMovedTo ? first.value : null;
  return { highlighted: isThere ? moved : preset, isMoved: isThere, setMoved };
}

/**
 * Runs the entry that Enter meant once the answer for the typed text is there, so that it opens what was meant.
 *
 * @returns function that says whether Enter was pressed since the last typing
 */
function useEnterLater(isWaiting: boolean, run: () => void): (isEntered: boolean) => void {
  const [isEntered, setIsEntered] = useState(false);
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (isEntered && !isWaiting) runNow();
  }, [isEntered, isWaiting]);
  return setIsEntered;
}

function Shortcut({ of }: { readonly of: string | undefined }) {
  const key = useShortcutHint(of);
  return key && <KeyCap>{key}</KeyCap>;
}

interface ResultsProps {
  readonly groups: readonly PaletteGroup[];
  readonly highlighted: string | null;
  readonly isCurrent: boolean;
}

function Results({ groups, highlighted, isCurrent }: ResultsProps) {
  return (
    <Listbox.Content aria-busy={!isCurrent} tabIndex={-1}>
      {groups.map(({ id, label, entries }) => (
        <Listbox.ItemGroup key={id} id={id}>
          <Listbox.ItemGroupLabel>{label}</Listbox.ItemGroupLabel>
          {entries.map((entry) => (
            <Listbox.Item
              key={entry.value}
              item={entry}
              highlightOnHover
              data-active={entry.value === highlighted ? '' : undefined}
            >
              <Icon name={entry.icon} size={18} />
              <Words>
                <Title lang={entry.lang}>{entry.title}</Title>
                {entry.detail && <Detail>{entry.detail}</Detail>}
              </Words>
              <Shortcut of={entry.shortcut} />
              {entry.state && <State>{entry.state}</State>}
            </Listbox.Item>
          ))}
        </Listbox.ItemGroup>
      ))}
    </Listbox.Content>
  );
}

interface RemarkProps {
  readonly hasFailed: boolean;
  readonly isEmpty: boolean;
  readonly text: string;
  readonly onRetry: () => void;
}

/** Says that a search failed, at least in part, or found nothing. */
function Remark({ hasFailed, isEmpty, text, onRetry }: RemarkProps) {
  const { t } = useTranslation('admin');
  if (hasFailed)
    return (
      <Failed role="alert">
        {t('palette.failed')}
        <Button size="sm" icon="refresh" onClick={onRetry}>
          {t('palette.retry')}
        </Button>
      </Failed>
    );
  if (!isEmpty) return null;
  return <EmptyState compact title={t('palette.none')} sentence={t('palette.noneText', { text })} />;
}

export interface PaletteProps {
  /** Tabs that the user may see; only their things are searched. */
  readonly tabs: readonly RegisteredTab[];
  /** Id of the open tab; undefined if none is. */
  readonly current: RegisteredTab['id'] | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
  readonly onLogout: () => void;
}

/**
 * Field that finds orders, users, tickets and products by the searches of their lists, and the panel's acts. Arrow keys
 * choose, Enter opens or runs.
 */
export function Palette({ tabs, current, field, onClose, onLogout }: PaletteProps) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { groups, entries, isCurrent, hasFailed, retry } = usePaletteGroups(text, {
    tabs,
    current,
    onLogout,
  });
  const collection = createListCollection({ items: entries, itemToString: ({ title }) => title });
  const { highlighted, isMoved, setMoved } = useHighlight(entries);
  const runEntry = (value: string | null) => {
    const entry = entries.find((each) => each.value === value);
    if (!entry) return;
    onClose();
    entry.run();
  };
  const isWaiting = !isCurrent && !isMoved;
  const enterLater = useEnterLater(isWaiting, () => runEntry(highlighted));
  const listId = useId();
  // The sheet focuses the field as it opens, or itself while this code is still loading.
  useEffect(() => {
    const sheet = field.current?.closest('[role=dialog]');
    if (sheet?.contains(document.activeElement)) field.current?.focus();
  }, [field]);
  return (
    <Listbox.Root
      recipe={listboxRecipe}
      ids={{ content: listId }}
      collection={collection}
      value={[]}
      onSelect={({ value }) => runEntry(value)}
      highlightedValue={highlighted}
      onHighlightChange={({ highlightedValue }) => {
        setMoved(highlightedValue);
        enterLater(false);
      }}
      loopFocus
      typeahead={false}
    >
      <VisuallyHidden>
        <Listbox.Label>{t('palette.results')}</Listbox.Label>
      </VisuallyHidden>
      <FieldRow
        onKeyDownCapture={(event) => {
          // Safari marks the Enter that ends a composition only by this code.
          const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
          if (event.key !== 'Enter' || isComposing || !(event.repeat || isWaiting)) return;
          event.preventDefault();
          // A held Enter means what it was pressed on, not what it comes upon here.
          if (!event.repeat) enterLater(true);
        }}
      >
        {isCurrent ? <Icon name="search" /> : <Spinner />}
        <Listbox.Input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={t('palette.title')}
          placeholder={t('palette.field')}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMoved(null);
            enterLater(false);
          }}
        />
      </FieldRow>
      <VisuallyHidden aria-live="polite">
        {isCurrent ? t('palette.count', { count: entries.length }) : t('palette.searching')}
      </VisuallyHidden>
      <Results groups={groups} highlighted={highlighted} isCurrent={isCurrent} />
      {isCurrent && (
        <Remark hasFailed={hasFailed} isEmpty={entries.length === 0} text={text} onRetry={retry} />
      )}
    </Listbox.Root>
  );
}
