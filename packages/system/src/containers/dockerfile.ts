export const DOCKERFILES = ['backend/Dockerfile', 'bot/Dockerfile'] as const;

/** An instruction of a Dockerfile, with its continuation lines joined. */
export interface Instruction {
  readonly line: number;
  /** Name of the instruction in capitals, such as `COPY`. */
  readonly name: string;
  /** Flags of the instruction by name, such as `--from=…`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
}

/** A build stage: the instructions from one FROM to the next. */
export interface BuildStage {
  /** Name given with AS, or the number of the stage. */
  readonly name: string;
  /** Base of the stage: an image, or an earlier stage. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Splits a Dockerfile into stages. @throws Error on an instruction before the first FROM */
export function parseDockerfile(text: string): BuildStage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const { line, content } of joinContinuedLines(text)) {
    const instruction = parseInstruction(line, content);
    if (instruction.name === 'FROM') {
      const [from = '', , name = String(stages.length)] = instruction.rest.split(/\s+/);
      stages.push({ name, from, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`line ${line}: ${instruction.name} before the first FROM`);
    stage.instructions.push(instruction);
  }
  return stages;
}

/** Parses an instruction in exec form (a JSON list); undefined for shell form. */
export function parseExecForm(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : undefined;
}

/** Parses the pairs of an ENV or ARG instruction. Quotes and blanks in values are not supported. */
export function parsePairs(instruction: Instruction): [name: string, value: string][] {
  return instruction.rest.split(/\s+/).map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, value];
  });
}

/** Parses the command of a HEALTHCHECK whose flags are already parsed. */
export function parseHealthCommand(stage: BuildStage): string[] | undefined {
  const check = stage.instructions.findLast(({ name }) => name === 'HEALTHCHECK');
  const command = check === undefined ? undefined : /^CMD\s+(\[.*)$/s.exec(check.rest)?.[1];
  return command === undefined ? undefined : parseExecForm(command);
}

function parseInstruction(line: number, content: string): Instruction {
  const [, name = '', afterName = ''] = /^(\S+)\s*(.*)$/s.exec(content) ?? [];
  const flags: Record<string, string> = {};
  let rest = afterName;
  for (
    let flag = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest);
    flag;
    flag = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest)
  ) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    rest = rest.slice(flag[0].length);
  }
  return { line, name: name.toUpperCase(), flags, rest: rest.trim() };
}

function joinContinuedLines(text: string): { line: number; content: string }[] {
  const result: { line: number; content: string }[] = [];
  let open: { line: number; content: string } | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue;
    const continues = /\\\s*$/.test(raw);
    const piece = raw.replace(/\\\s*$/, '').trim();
    open = open
      ? { line: open.line, content: `${open.content} ${piece}` }
      : { line: index + 1, content: piece };
    if (continues) continue;
    result.push(open);
    open = undefined;
  }
  return result;
}
