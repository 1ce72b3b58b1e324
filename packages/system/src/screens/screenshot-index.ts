import { DEVICES, pictureFile, THEMES, type Device } from './screenshots.js';
import type { Scene } from './scene.js';

/** Formats the page with all pictures: a Markdown table with a row per screen. */
export function screenshotIndex(scenes: readonly Scene[]): string {
  const shots = THEMES.flatMap((theme) => listDevices().map((device) => ({ device, theme })));
  const heads = ['Screen', ...shots.map(({ device, theme }) => `${device}/${theme}`)];
  const rows = scenes.map((scene) => [
    scene.title,
    ...shots
      .filter(({ theme }) => theme === 'dark' || scene.darkOnly !== true)
      .map(({ device, theme }) => `![${device}/${theme}](${pictureFile(scene, device, theme)})`),
  ]);
  return [
    '# Screens',
    '',
    'Made by `npm run screens` from the seeded shop: desktop 1280 × 900, phone 390 × 844.',
    '',
    ...[heads, heads.map(() => '---'), ...rows].map((cells) => cells.join('|')),
    '',
  ].join('\n');
}

const listDevices = (): Device[] => Object.keys(DEVICES).filter((name): name is Device => name in DEVICES);
