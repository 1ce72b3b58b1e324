import { z } from 'zod';

/** A failpoint, and at which pass of it the process is killed. */
export interface ArmedFailpoint<Point extends string> {
  readonly point: Point;
  readonly passing: number;
}

/** Matches `name=kill`, which kills at the first pass, and `name=kill@3`, which kills at the third. */
const ENTRY_PATTERN = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;

/**
 * Failpoints of a program: points at which fault tests can kill it. One setting arms the failpoints of all programs.
 */
export class Failpoints<Point extends string> {
  private readonly remaining = new Map<Point, number>();

  /**
   * @param points names of the points; each is named after the action just before it
   * @param isOfOtherProgram returns true for the failpoints of other programs
   */
  constructor(
    private readonly points: readonly Point[],
    private readonly isOfOtherProgram: (name: string) => boolean,
  ) {}

  /** Schema of the setting: entries separated by commas; entries of other programs are ignored. */
  readonly setting = z.string().transform((text, context) => {
    const armed = this.parseEntries(text);
    if (armed) return armed;
    const names = this.points.join(', ');
    context.addIssue(`has to be name=kill or name=kill@n, with commas in between; names: ${names}`);
    return z.NEVER;
  });

  /** Arms the given points and disarms all others. */
  armPoints(armed: readonly ArmedFailpoint<Point>[]): void {
    this.remaining.clear();
    for (const { point, passing } of armed) this.remaining.set(point, passing);
  }

  /**
   * Counts a pass of a point.
   * @returns true when the point is armed for the pass, so that the caller must kill the process
   */
  shouldKillAt(point: Point): boolean {
    const passings = this.remaining.get(point);
    if (passings === undefined) return false;
    this.remaining.set(point, passings - 1);
    return passings === 1;
  }

  /** Parses the setting. @returns the armed points; undefined for a malformed entry or an unknown point */
  private parseEntries(text: string): ArmedFailpoint<Point>[] | undefined {
    const armed: ArmedFailpoint<Point>[] = [];
    for (const entry of text.split(',').map((part) => part.trim())) {
      const [, name = '', passing = '1'] = ENTRY_PATTERN.exec(entry) ?? [];
      const point = this.points.find((one) => one === name);
      if (point !== undefined) armed.push({ point, passing: Number(passing) });
      else if (name === '' || !this.isOfOtherProgram(name)) return undefined;
    }
    return armed;
  }
}
