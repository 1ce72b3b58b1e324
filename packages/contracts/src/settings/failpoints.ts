import { z } from 'zod';

/** A point, and the passing at which the process is killed. */
export interface ArmedFailpoint<Point extends string> {
  readonly point: Point;
  readonly passing: number;
}

/** `name=kill` kills at the first passing, `name=kill@3` at the third. */
const ENTRY_PATTERN = /^([\w.-]+)=kill(?:@([1-9]\d{0,3}))?$/;

/** Points of a program at which fault tests can kill it; other programs read the same setting for theirs. */
export class Failpoints<Point extends string> {
  private readonly remaining = new Map<Point, number>();

  /**
   * @param points named after what was done just before
   * @param isOthers whether a name belongs to another program
   */
  constructor(
    private readonly points: readonly Point[],
    private readonly isOthers: (name: string) => boolean,
  ) {}

  /** The setting: entries with commas in between, those of other programs left out. */
  readonly setting = z.string().transform((text, context) => {
    const armed = this.read(text);
    if (armed) return armed;
    const names = this.points.join(', ');
    context.addIssue(`has to be name=kill or name=kill@n, with commas in between; names: ${names}`);
    return z.NEVER;
  });

  /** Arms these points in place of all that were armed. */
  arm(armed: readonly ArmedFailpoint<Point>[]): void {
    this.remaining.clear();
    for (const { point, passing } of armed) this.remaining.set(point, passing);
  }

  /** Marks a point. @returns whether it is armed for this passing, so that the process has to be killed */
  isLast(point: Point): boolean {
    const passings = this.remaining.get(point);
    if (passings === undefined) return false;
    this.remaining.set(point, passings - 1);
    return passings === 1;
  }

  /** @returns undefined when an entry is wrong or names a point that does not exist */
  private read(text: string): ArmedFailpoint<Point>[] | undefined {
    const armed: ArmedFailpoint<Point>[] = [];
    for (const entry of text.split(',').map((part) => part.trim())) {
      const [, name = '', passing = '1'] = ENTRY_PATTERN.exec(entry) ?? [];
      const point = this.points.find((one) => one === name);
      if (point !== undefined) armed.push({ point, passing: Number(passing) });
      else if (name === '' || !this.isOthers(name)) return undefined;
    }
    return armed;
  }
}
