import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Surface } from '../../../ui/components/base/surface';

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4', alignContent: 'start' },
});

const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** Card with a button that tries out a call, and the call's result below. */
export function TestCard({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Card pad="md" asChild>
      <section>
        <Heading>{heading}</Heading>
        {children}
      </section>
    </Card>
  );
}

/** Error message of the page, followed by the server's message if there is one. */
export function TestProblem({
  words,
  detail,
}: {
  readonly words: string;
  readonly detail?: string | undefined;
}) {
  return <Problem role="alert">{detail && detail !== words ? `${words}: ${detail}` : words}</Problem>;
}
