import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../base/visually-hidden';

/** Placeholder block; the caller gives it the size of the content (`height`, `width`, `aspectRatio`). */
export const Skeleton = chakra('span', {
  base: {
    display: 'block',
    bg: 'line',
    opacity: 0.6,
    // The placeholder appears late, so that short loads show none.
    animation: 'waiting 1400ms ease-in-out 2s infinite',
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
});

const Lines = chakra('span', { base: { display: 'grid', gap: '2' } });

/** Placeholder for lines of text, the last one of which is shorter. */
export function SkeletonText({ lines = 3 }: { readonly lines?: number }) {
  return (
    <Lines>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height="14px" width={line === lines - 1 ? '62%' : 'full'} />
      ))}
    </Lines>
  );
}

/** Wrapper of placeholders: announces loading once and hides the placeholders from screen readers. */
export function Loading({ children, label }: { readonly children?: ReactNode; readonly label?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
      {children && <div aria-hidden="true">{children}</div>}
    </div>
  );
}
