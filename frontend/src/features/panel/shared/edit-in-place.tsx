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

/** Input that looks like text until it is hovered or focused. */
const EditInput = chakra('input', {
  base: {
    // Does not shrink, so that the note next to it never cuts the amount.
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
    // If the text does not fit, it wraps out of sight and only the tick remains.
    height: '1.3em',
    minWidth: '14px',
    overflow: 'hidden',
    color: 'money',
    textStyle: 'tiny',
    _empty: { display: 'none' },
  },
});

/** Maximum number of characters that always fit; longer texts, such as image addresses, may be cut. */
const MOST_CHARS = 11;

interface EditInPlaceProps<T> extends DraftInput<T> {
  /** The field's accessible name. */
  readonly label: string;
  /** Message for a text that `read` refuses. */
  readonly invalid: string;
  /** Formats the value, if it is not shown as typed. */
  readonly format?: (value: string) => string;
  readonly prefix?: ReactNode;
  /** Called on every change, for a preview; with undefined when there is no draft. */
  readonly onDraft?: (typed: string | undefined) => void;
  readonly input?: Pick<HTMLChakraProps<'input'>, 'inputMode' | 'maxLength' | 'placeholder'>;
  /** Returns the number one step up or down, for the arrow keys. */
  readonly step?: (typed: string, by: 1 | -1) => string;
}

/** Note below the field: the problem, or the value that another user saved meanwhile. */
function useNote<T>(
  { value, invalid, read, format = (shown) => shown }: EditInPlaceProps<T>,
  { draft, state }: Pick<ReturnType<typeof useDraft<T>>, 'draft' | 'state'>,
): string | undefined {
  const { t } = useTranslation('admin');
  if (state === 'invalid') return invalid;
  // The user's own save arrives as a live message before its answer, and also if the answer is lost.
  const isOwn = state === 'saving' || (draft && String(read(draft.text)) === value);
  return draft && draft.seen.value !== value && !isOwn ? t('edit.now', { value: format(value) }) : undefined;
}

/**
 * Value edited in place: text until it is touched, saved by Enter or the tick, discarded by Escape. A value that
 * another user saved meanwhile is shown next to the input.
 */
export function EditInPlace<T>(props: EditInPlaceProps<T>) {
  const { label, value, prefix, onDraft, input, step } = props;
  const { t } = useTranslation('admin');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const edit = useDraft(props);
  const { draft, state } = edit;
  const note = useNote(props, edit);
  useEffect(() => onDraft?.(draft?.text), [onDraft, draft?.text]);
  const drop = () => {
    edit.reset();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (event.key === 'Enter') void edit.save();
    else if (by !== undefined && step) edit.type(step(draft?.text ?? value, by));
    else if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      drop();
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
            <IconButton size="sm" icon="close" label={t('edit.drop', { label })} onClick={drop} />
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
