import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';

const Root = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    py: '5',
    _first: { pt: '1' },
    '& + &': { borderTopWidth: '1px', borderColor: 'line' },
  },
});
const Heading = chakra('h3', {
  base: { display: 'flex', alignItems: 'center', gap: '2.5', textStyle: 'subheading' },
});
const Number = chakra('span', {
  base: {
    layerStyle: 'notchClip',
    display: 'grid',
    placeItems: 'center',
    width: '26px',
    height: '26px',
    bg: 'raised',
    color: 'accent',
    fontSize: 'sm',
    fontWeight: 'bold',
    fontFamily: 'body',
    textStyle: 'numeric',
  },
});

/** A numbered section of the checkout; all are visible at once. */
export function CheckoutSection({
  place,
  title,
  children,
}: {
  readonly place: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <Heading id={id}>
        <Number aria-hidden="true">{place}</Number>
        {title}
      </Heading>
      {children}
    </Root>
  );
}
