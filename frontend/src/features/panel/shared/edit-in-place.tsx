import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import { IconButton } from '../../../ui/components/base/icon-button';
import { Spinner } from '../../../ui/components/base/spinner';
import { useDraft, type DraftInput } from './use-draft';

const EditRow = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minWidth: '0',
    minHeight: { base: 'touch', lg: '36px' },
    ps: '2',
    bg: 'transparent',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderBottomColor: 'line',
    fontWeight: 'medium',
    transition: 'border-color 120ms, background-color 120ms',
    _hover: { borderColor: 'edge' },
    _focusWithin: { borderColor: 'accent', bg: 'bg' },
  },
});

/** Input that looks like plain text until it is hovered or focused. */
const EditInput = chakra('input', {
  base: {
    // The input does not shrink, so that the note beside it never covers the amount.
    flex: '1 0 calc(var(--chars) * 1ch + 6px)',
    width: '0',
    minWidth: '0',
    minHeight: 'inherit',
    bg: 'transparent',
    color: 'text',
    fontSize: 'inherit',
    fontWeight: 'inherit',
    textStyle: 'numeric',
    textOverflow: 'ellipsis',
    _focusVisible: { outlineOffset: '-2px' },
  },
});

export const EditNote = chakra('p', { base: { color: 'danger', textStyle: 'tiny', mt: '1', px: '2' } });

const Saved = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '1',
    // The fixed height hides the text when it wraps, so that only the tick remains visible.
    height: '1.3em',
    minWidth: '14px',
    overflow: 'hidden',
    color: 'money',
    textStyle: 'tiny',
    _empty: { display: 'none' },
  },
});

/** Number of characters for which the field reserves space; longer texts, such as image addresses, may be cut off. */
const MOST_CHARS = 11;

interface EditInPlaceProps<T> extends DraftInput<T> {
  /** Name of the field for screen readers. */
  readonly label: string;
  /** Message shown when `read` cannot parse the text. */
  readonly invalid: string;
  /** Formats the value for the note; needed if the value is not readable as typed. */
  readonly format?: (value: string) => string;
  readonly prefix?: ReactNode;
  /** Called on every change with the typed text, for a preview; with undefined once nothing is being typed. */
  readonly onDraft?: (typed: string | undefined) => void;
  readonly input?: Pick<HTMLChakraProps<'input'>, 'inputMode' | 'maxLength' | 'placeholder'>;
  /** Returns the typed number one step up or down, for the arrow keys. */
  readonly step?: (typed: string, by: 1 | -1) => string;
}

/** Returns the note below the field: the problem, or the value that another user saved meanwhile. */
function useEditNote<T>(
  { value, invalid, read, format = (shown) => shown }: EditInPlaceProps<T>,
  { draft, state }: Pick<ReturnType<typeof useDraft<T>>, 'draft' | 'state'>,
): string | undefined {
  const { t } = useTranslation('admin');
  if (state === 'invalid') return invalid;
  // A save by the user is no conflict: its live message arrives before the answer, or instead of a lost one.
  const isOwn = state === 'saving' || (draft && String(read(draft.text)) === value);
  return draft && draft.seen.value !== value && !isOwn ? t('edit.now', { value: format(value) }) : undefined;
}

/**
 * Value that is edited where it is shown: Enter or the tick saves it, Escape discards the input. If another user saves
 * meanwhile, that value is shown below.
 */
export function EditInPlace<T>(props: EditInPlaceProps<T>) {
  const { label, value, prefix, onDraft, input, step } = props;
  const { t } = useTranslation('admin');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const edit = useDraft(props);
  const { draft, state } = edit;
  const note = useEditNote(props, edit);
  useEffect(() => onDraft?.(draft?.text), [onDraft, draft?.text]);
  const discardDraft = () => {
    edit.reset();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (event.key === 'Enter') void edit.save();
    else if (by !== undefined && step) edit.type(step(draft?.text ?? value, by));
    else if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      discardDraft();
    } else return;
    event.preventDefault();
  };
  return (
    <div>
      <EditRow>
        {prefix}
        <EditInput
          {...input}
          ref={field}
          css={{ '--chars': String(Math.min(MOST_CHARS, (draft?.text ?? value).length)) }}
          aria-label={label}
          aria-invalid={note ? true : undefined}
          aria-describedby={note && id}
          autoComplete="off"
          enterKeyHint="done"
          readOnly={state === 'saving'}
          value={draft?.text ?? value}
          onChange={(event) => edit.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Saved aria-live="polite">
          {state === 'saved' && (
            <span>
              <Icon name="check" size={14} />
              <span>{t('edit.saved')}</span>
            </span>
          )}
        </Saved>
        {state === 'saving' && <Spinner />}
        {draft && state !== 'saving' && (
          <>
            <IconButton
              size="sm"
              icon="check"
              label={t('edit.save', { label })}
              onClick={() => void edit.save()}
            />
            <IconButton size="sm" icon="close" label={t('edit.drop', { label })} onClick={discardDraft} />
          </>
        )}
      </EditRow>
      {note && (
        <EditNote id={id} role="alert">
          {note}
        </EditNote>
      )}
    </div>
  );
}
