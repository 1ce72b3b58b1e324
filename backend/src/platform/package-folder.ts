import { existsSync } from 'node:fs';

/** The backend's folder, found from the sources, from what is compiled and from the bundle, which lie at other depths. */
export const packageFolder = folderOfPackage(new URL('.', import.meta.url));

/** Walks up to the next folder with a package.json. @returns its URL, with a slash at the end */
function folderOfPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : folderOfPackage(new URL('..', folder));
}
