/** Conditions of a generated statement, and the values of their placeholders. */
export class Where {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];

  get values(): readonly unknown[] {
    return this.parameters;
  }

  /** ` WHERE …`, or nothing without conditions. */
  get text(): string {
    return this.conditions.length === 0 ? '' : ` WHERE ${this.conditions.join(' AND ')}`;
  }

  /** Adds a value. @returns its placeholder */
  value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** Adds a condition that every row has to meet. */
  add(condition: string): this {
    this.conditions.push(`(${condition})`);
    return this;
  }

  copy(): Where {
    const copy = new Where();
    copy.conditions.push(...this.conditions);
    copy.parameters.push(...this.parameters);
    return copy;
  }
}
