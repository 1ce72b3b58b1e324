import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../browser/chromium.js';
import { startWholeShop } from '../support/whole-shop.js';
import { Camera, THEMES, type Device } from './camera.js';
import { walkCold } from './cold-walk.js';
import { indexPage } from './index-page.js';
import { passingScenes, shopScenes, standInScenes } from './scenes.js';
import { prepareStage } from './stage.js';

const FOLDER = fileURLToPath(new URL('../../../../frontend/docs/screens', import.meta.url));
/** What one picture may weigh, bytes. */
const MOST_BYTES = 120_000;
const scenes = [...shopScenes, ...passingScenes, ...standInScenes];

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

/**
 * `npm run screens`: pictures of every screen, on phone and desktop, dark and light, after opening every address cold in
 * each language for everybody. Names given take only those pictures.
 */
async function main(wanted: readonly string[]): Promise<void> {
  const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await mkdir(FOLDER, { recursive: true });
  say('· shop         starting');
  const shop = await startWholeShop();
  const browser = await startChromium();
  let total = 0;
  let count = 0;
  const faults: string[] = [];
  try {
    const stage = await prepareStage(shop);
    for (const device of ['desktop', 'phone'] as const satisfies Device[]) {
      if (wanted.length === 0) faults.push(...(await walkCold(browser, stage, device)));
      for (const theme of THEMES) {
        const camera = new Camera(browser, stage, device, theme);
        for (const scene of chosen.filter(({ darkOnly }) => theme === 'dark' || darkOnly !== true)) {
          const bytes = await camera.take(scene, FOLDER);
          total += bytes;
          count += 1;
          if (bytes > MOST_BYTES)
            say(`! ${scene.name} (${device}, ${theme}) weighs ${Math.round(bytes / 1000)} kB`);
        }
        await camera.close();
        say(`✓ ${device.padEnd(12)} ${theme}`);
      }
    }
  } finally {
    await browser.close();
    await shop.stop();
  }
  if (wanted.length === 0) await forgetOthers();
  await writeFile(`${FOLDER}/README.md`, indexPage(scenes));
  for (const fault of faults) say(`! ${fault}`);
  if (faults.length > 0) throw new Error(`${faults.length} pages did not open as they should.`);
  say(`✓ pictures     ${count}, ${Math.round(total / 1000)} kB`);
}

/** Deletes pictures of screens that are no more. */
async function forgetOthers(): Promise<void> {
  const known = indexPage(scenes);
  for (const file of await readdir(FOLDER))
    if (file.endsWith('.webp') && !known.includes(`"${file}"`)) await rm(`${FOLDER}/${file}`);
}

await main(process.argv.slice(2));
