import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, type ReactNode } from 'react';
import { Page } from '../../../ui/components/base/page';

const Column = chakra('div', {
  base: {
    width: 'full',
    maxWidth: '640px',
    mx: 'auto',
    py: { base: '6', md: '10' },
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '6',
    // Short content is centred vertically.
    minHeight: { md: '70dvh' },
    alignContent: 'center',
  },
});
const Head = chakra('div', {
  base: { display: 'grid', gap: '2', justifyItems: 'center', textAlign: 'center' },
});
const Title = chakra('h1', { base: { textStyle: 'title', outline: 'none' } });
const Text = chakra('p', { base: { color: 'muted', maxWidth: '52ch' } });
export const ResultActions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', justifyContent: 'center' },
});

interface ResultLayoutProps {
  /** A drawing or a spinner. */
  readonly sign?: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Layout of the result pages: announced outcome and next action. */
export function ResultLayout({ sign, title, text, children }: ResultLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus here after returning from the provider.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Page>
      <Column>
        <Head aria-live="polite">
          {sign}
          <Title ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <Text>{text}</Text>
        </Head>
        {children}
      </Column>
    </Page>
  );
}
