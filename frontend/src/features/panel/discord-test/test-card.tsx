import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Surface } from '../../../ui/components/base/surface';

const Card = chakra(Surface, {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4', alignContent: 'start' },
});
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

/** A call to try, with its result below. */
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

/** The page's error message, with the server's if there is one. */
export function TestProblem({
  words,
  detail,
}: {
  readonly words: string;
  readonly detail?: string | undefined;
}) {
  return <Problem role="alert">{detail && detail !== words ? `${words}: ${detail}` : words}</Problem>;
}
