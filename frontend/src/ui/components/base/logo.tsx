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
  /** Edge length of the logo's mark, px. */
  readonly size?: number;
  /** True when only the mark is shown without the name, for narrow headers. */
  readonly bare?: boolean;
}

/** Logo of the shop: a lantern on a block, and the shop's name. */
export function Logo({ size = 36, bare = false }: LogoProps) {
  return (
    <Row>
      <img src="/art/logo.svg" alt={bare ? 'Pax Market' : ''} width={size} height={size} />
      {!bare && <Name>Pax Market</Name>}
    </Row>
  );
}
