import { DEVICES, pictureOf, THEMES, type Device, type Theme } from './screenshots.js';
import type { Scene } from './scene.js';

const WIDTH: Record<Device, number> = { desktop: 400, phone: 150 };

/** The page that shows all pictures, as Markdown. */
export function indexPage(scenes: readonly Scene[]): string {
  return [
    '# Screens',
    '',
    'Made by `npm run screens` from the seeded shop: desktop 1280 × 900, phone 390 × 844, dark and light.',
    '',
    ...scenes.flatMap((scene) => [`## ${scene.title}`, '', ...rows(scene), '']),
  ].join('\n');
}

function rows(scene: Scene): string[] {
  return THEMES.filter((theme) => theme === 'dark' || scene.darkOnly !== true).flatMap((theme) =>
    devices().map((device) => shot(scene, device, theme)),
  );
}

function shot(scene: Scene, device: Device, theme: Theme): string {
  const file = pictureOf(scene, device, theme);
  return `<img src="${file}" width="${WIDTH[device]}" alt="${device}/${theme}">`;
}

const devices = (): Device[] => Object.keys(DEVICES).filter((name): name is Device => name in DEVICES);
