import { chakra } from '@chakra-ui/react/styled-system';

const Facts = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '3',
    mt: '2',
    fontSize: 'sm',
    textStyle: 'numeric',
  },
});
const Reached = chakra('span', { base: { color: 'muted' } });
const Missing = chakra('span', { base: { fontWeight: 'semibold' } });

interface GaugeFactsProps {
  readonly reached: string;
  readonly missing: string;
}

/** Below a gauge, what it shows in words: what is reached, and what is missing. */
export function GaugeFacts({ reached, missing }: GaugeFactsProps) {
  return (
    <Facts>
      <Reached>{reached}</Reached>
      <Missing>{missing}</Missing>
    </Facts>
  );
}
