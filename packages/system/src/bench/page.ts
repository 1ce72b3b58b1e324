import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type as systemName } from 'node:os';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));
/** What a section of the page is measured by: some rows of the bench have one of their own, until all are measured again. */
export type Section = 'bench' | `bench of ${string}` | 'lighthouse';

/** Takes the sections out that all rows of the bench make old. */
export function dropPartsOfBench(): void {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replaceAll(/<!-- (bench of [^:]+): begin -->[^]*?<!-- \1: end -->\n\n?/g, ''));
}

/** Writes a section of the report anew and leaves the others as they are. */
export function writeSection(section: Section, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${section}: begin -->`, `<!-- ${section}: end -->`];
  const block = `${begin}\n\n${text.trim()}\n\n${end}\n`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  const written =
    from < 0 || to < 0
      ? `${page.trimEnd()}\n\n${block}`
      : page.slice(0, from) + block + page.slice(to + end.length + 1);
  writeFileSync(PAGE, written);
}

/** A one-line description of the machine. */
export function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpu?.model.trim() ?? '';
  return [
    new Date().toISOString().slice(0, 10),
    `${availableParallelism()} cores${model === '' || model === 'unknown' ? '' : ` (${model})`}`,
    `${gigabytes} GB`,
    systemName(),
    `Node ${process.versions.node}`,
  ].join(', ');
}
