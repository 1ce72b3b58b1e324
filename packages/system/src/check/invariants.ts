import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WholeShop } from '../support/whole-shop.js';

const FOLDER = fileURLToPath(new URL('../../../../backend/invariants', import.meta.url));

/** Runs the backend's invariants on the shop's tables. @returns a line for each broken one */
export async function findBrokenInvariants(shop: WholeShop): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const found: string[] = [];
  for (const file of files) {
    const { rows } = await shop.database.query(await readFile(`${FOLDER}/${file}`, 'utf8'));
    if (rows.length > 0) found.push(`${file}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return found;
}
