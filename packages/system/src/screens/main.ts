import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../browser/chromium.js';
import { startWholeShop } from '../support/whole-shop.js';
import { Screenshots, THEMES, type Device } from './screenshots.js';
import { openAllAddressesCold } from './open-all-addresses.js';
import { screenshotIndex } from './screenshot-index.js';
import { transientScenes, shopScenes, standInScenes } from './scenes.js';
import { prepareScreensShop } from './screens-shop.js';

const FOLDER = fileURLToPath(new URL('../../../../frontend/docs/screens', import.meta.url));
/** Largest size of a picture, bytes. */
const MAX_BYTES = 120_000;
const scenes = [...shopScenes, ...transientScenes, ...standInScenes];

const printLine = (line: string): void => void process.stdout.write(`  ${line}\n`);

/**
 * `npm run screens`: takes pictures of every screen, on phone and desktop, dark and light, and opens every address cold
 * as each viewer in each language. With names, takes only the named pictures.
 */
async function main(wanted: readonly string[]): Promise<void> {
  const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await mkdir(FOLDER, { recursive: true });
  printLine('· shop         starting');
  const shop = await startWholeShop();
  const browser = await startChromium();
  let total = 0;
  let count = 0;
  const errors: string[] = [];
  try {
    const screensShop = await prepareScreensShop(shop);
    for (const device of ['desktop', 'phone'] as const satisfies Device[]) {
      if (wanted.length === 0) errors.push(...(await openAllAddressesCold(browser, screensShop, device)));
      for (const theme of THEMES) {
        const screenshots = new Screenshots(browser, screensShop, device, theme);
        for (const scene of chosen.filter(({ darkOnly }) => theme === 'dark' || darkOnly !== true)) {
          const bytes = await screenshots.takePicture(scene, FOLDER);
          total += bytes;
          count += 1;
          if (bytes > MAX_BYTES)
            printLine(`! ${scene.name} (${device}, ${theme}) weighs ${Math.round(bytes / 1000)} kB`);
        }
        await screenshots.close();
        printLine(`✓ ${device.padEnd(12)} ${theme}`);
      }
    }
  } finally {
    await browser.close();
    await shop.stop();
  }
  if (wanted.length === 0) await deleteStalePictures();
  await writeFile(`${FOLDER}/README.md`, screenshotIndex(scenes));
  for (const fault of errors) printLine(`! ${fault}`);
  if (errors.length > 0) throw new Error(`${errors.length} pages did not open as they should.`);
  printLine(`✓ pictures     ${count}, ${Math.round(total / 1000)} kB`);
}

/** Deletes pictures of screens that no longer exist. */
async function deleteStalePictures(): Promise<void> {
  const known = screenshotIndex(scenes);
  for (const file of await readdir(FOLDER))
    if (file.endsWith('.webp') && !known.includes(`(${file})`)) await rm(`${FOLDER}/${file}`);
}

await main(process.argv.slice(2));
