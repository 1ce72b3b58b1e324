import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { screenshotIndex } from './screenshot-index.js';
import { shopScenes, standInScenes, transientScenes } from './scenes.js';
import { DEVICES, pictureFile, THEMES, type Device } from './screenshots.js';

const FOLDER = fileURLToPath(new URL('../../../../frontend/docs/screens', import.meta.url));
const DEVICE_NAMES = ['desktop', 'phone'] as const satisfies Device[];
const scenes = [...shopScenes, ...transientScenes, ...standInScenes];

describe('the pictures of the screens', () => {
  it('are there for each screen: phone and desktop, dark and light', () => {
    expect(Object.keys(DEVICES).toSorted()).toEqual(DEVICE_NAMES);
    const wanted = scenes.flatMap((scene) =>
      DEVICE_NAMES.flatMap((device) =>
        THEMES.filter((theme) => theme === 'dark' || scene.darkOnly !== true).map((theme) =>
          pictureFile(scene, device, theme),
        ),
      ),
    );
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((picture) => !existsSync(`${FOLDER}/${picture}`))).toEqual([]);
    const page = screenshotIndex(scenes);
    expect(wanted.filter((picture) => !page.includes(`(${picture})`))).toEqual([]);
  });

  it('are shown on the page that was made with them', () => {
    expect(readFileSync(`${FOLDER}/README.md`, 'utf8')).toBe(screenshotIndex(scenes));
  });
});
