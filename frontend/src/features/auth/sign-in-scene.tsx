import { chakra } from '@chakra-ui/react/styled-system';

const Root = chakra('div', {
  base: {
    display: { base: 'none', lg: 'grid' },
    width: 'full',
    maxWidth: '460px',
    aspectRatio: '1',
    position: 'relative',
  },
});
const Ground = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    layerStyle: 'notchClip',
    '--notch-step': '12px',
    backgroundColor: 'plinthCoins',
    backgroundImage:
      'url(/art/plinth-coins.svg), radial-gradient(ellipse 75% 62% at 50% 58%, {colors.plinthCoinsGlow}, transparent 100%)',
    backgroundRepeat: 'no-repeat',
    backgroundPosition: 'center bottom, center',
    backgroundSize: 'auto 100%, cover',
  },
});
const Lantern = chakra('img', {
  base: { position: 'absolute', inset: '0', m: 'auto', width: '64%', height: '64%' },
});

/** The lantern scene next to the sign-in form, on wide screens only. */
export function SignInScene() {
  return (
    <Root aria-hidden="true">
      <Ground />
      <Lantern src="/art/logo.svg" alt="" width={300} height={300} />
    </Root>
  );
}
