/** Cooldowns per action and person. */
export class Cooldowns {
  private readonly freeAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Starts a cooldown. @returns 0 when none was running, else the time left, s */
  take(action: string, userId: string, seconds: number): number {
    const now = this.now();
    for (const [key, at] of this.freeAt) if (at <= now) this.freeAt.delete(key);
    const key = `${action}:${userId}`;
    const waitMs = (this.freeAt.get(key) ?? now) - now;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    if (seconds > 0) this.freeAt.set(key, now + seconds * 1000);
    return 0;
  }
}
