import { createServer } from 'node:http';

/** A stand-in for the file host of Discord. */
export interface FileHost {
  /** The base address of its files, as DISCORD_CDN_URL names it. */
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  close(): void;
}

/** Serves files by their paths, which all begin with `/cdn/`. */
export async function startFileHost(files: Readonly<Record<string, Buffer>>): Promise<FileHost> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    const file = files[url];
    answer.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the file host does not listen');
  return {
    url: `http://127.0.0.1:${address.port}/cdn`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
