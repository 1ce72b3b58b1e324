import { chakra } from '@chakra-ui/react/styled-system';

const Drawing = chakra('svg', {
  base: {
    width: '112px',
    height: '119px',
    mb: '2',
  },
});

/** The shop's block in amethyst, a star cut into its faces: light from the upper left, as everywhere. */
export function AmethystBlock() {
  return (
    <Drawing viewBox="0 0 64 68" aria-hidden="true">
      <g strokeLinejoin="round" stroke="#17112b" strokeWidth="1.5">
        <path d="M32 4 60 18 32 32 4 18Z" fill="#d9c8ff" />
        <path d="M4 18 32 32V64L4 50Z" fill="#a784ff" />
        <path d="M60 18 32 32V64L60 50Z" fill="#6b45c6" />
      </g>
      <path d="M32 10.5 36 16.4 47 18 36 19.6 32 25.5 28 19.6 17 18 28 16.4Z" fill="#ffffff" />
      <path d="M18 30 20.6 37.8 27 42.6 20.6 44.2 18 52 15.4 41.6 9 36.6 15.4 35.2Z" fill="#e9ddff" />
      <path d="M46 30 48.6 35.2 55 36.6 48.6 41.6 46 52 43.4 44.2 37 42.6 43.4 37.8Z" fill="#8e67ea" />
      <path d="M6 19.2 32 32.2" stroke="#ffffff" strokeOpacity="0.5" strokeWidth="1" />
    </Drawing>
  );
}
