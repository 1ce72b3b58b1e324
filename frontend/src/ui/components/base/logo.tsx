import { chakra } from '@chakra-ui/react/styled-system';

const Row = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '2.5' } });
const Name = chakra('span', {
  base: {
    fontFamily: 'display',
    fontWeight: '600',
    fontSize: 'lg',
    letterSpacing: 'tight',
    lineHeight: '1',
    whiteSpace: 'nowrap',
  },
});

interface LogoProps {
  /** Edge of the mark, px. */
  readonly size?: number;
  /** Shows the mark without the name, for narrow headers. */
  readonly bare?: boolean;
}

/** The shop's logo: a lantern on a block, and the name. */
export function Logo({ size = 36, bare = false }: LogoProps) {
  return (
    <Row>
      <img src="/art/logo.svg" alt={bare ? 'Pax Market' : ''} width={size} height={size} />
      {!bare && <Name>Pax Market</Name>}
    </Row>
  );
}
