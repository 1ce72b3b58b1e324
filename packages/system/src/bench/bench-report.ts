import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type as systemName } from 'node:os';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));
/**
 * Section of the results page for a measurement; `bench of …` contains single rows until all rows are measured again.
 */
export type Section = 'bench' | `bench of ${string}` | 'lighthouse';

/** Removes the sections of single rows, which a run of all rows makes outdated. */
export function removeRowSections(): void {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replaceAll(/<!-- (bench of [^:]+): begin -->[^]*?<!-- \1: end -->\n\n?/g, ''));
}

/** Replaces a section of the results page, and keeps all others. */
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

/** Describes the machine in one line: its processor, memory and system. */
export function describeMachine(): string {
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
