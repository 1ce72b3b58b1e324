import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useEffect, useEffectEvent, useRef, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../base/icon';
import { FieldButton, Input } from './field';

const Root = chakra('div', { base: { position: 'relative', minWidth: '0', flex: '1' } });
const Glass = chakra('span', {
  base: { position: 'absolute', insetStart: '3', top: '12px', color: 'muted', pointerEvents: 'none' },
});

interface SearchFieldProps extends Omit<HTMLChakraProps<'input'>, 'value' | 'onChange' | 'label'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the field for screen readers; also its placeholder unless another one is given. */
  readonly label?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * Takes over text that the user typed into the prerendered search box before hydration.
 *
 * @returns ref for the root of the search field
 */
function useTextTypedBeforeHydration({
  value,
  onChange,
}: SearchFieldProps): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const hear = useEffectEvent(() => {
    const typed = root.current?.querySelector('input')?.value ?? value;
    if (typed !== value) onChange(typed);
  });
  useEffect(() => hear(), []);
  return root;
}

/** Search field with a button that clears it; Escape clears it as well. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, ...input } = props;
  const { t } = useTranslation();
  const root = useTextTypedBeforeHydration(props);
  const name = label ?? t('search');
  return (
    <Root ref={root}>
      <Glass aria-hidden="true">
        <Icon name="search" />
      </Glass>
      <Input
        ps="11"
        pe={value === '' ? '3' : '11'}
        type="search"
        css={{
          '&::-webkit-search-cancel-button': { display: 'none' },
          // The placeholder is small on a phone, because it is longer than most searches.
          _placeholder: { fontSize: { base: 'xs', sm: 'inherit' } },
        }}
        enterKeyHint="search"
        placeholder={name}
        {...input}
        aria-label={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value !== '' && (
        <FieldButton type="button" aria-label={t('clearSearch')} onClick={() => onChange('')}>
          <Icon name="close" size={16} />
        </FieldButton>
      )}
    </Root>
  );
}
