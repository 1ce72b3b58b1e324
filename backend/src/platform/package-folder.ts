import { existsSync } from 'node:fs';

/**
 * The backend's package folder. Found by searching upwards, because sources, compiled files and bundle lie at
 * different depths.
 */
export const packageFolder = folderOfPackage(new URL('.', import.meta.url));

/**
 * Searches upwards for the next folder with a package.json.
 * @returns the folder's URL, with a slash at the end
 */
function folderOfPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : folderOfPackage(new URL('..', folder));
}
