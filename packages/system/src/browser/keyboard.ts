import type { Locator, Page } from 'playwright-core';

/** More stops than any page of the shop has. */
const MAX_TAB_STOPS = 150;

/** Somebody without a mouse: goes from stop to stop and presses keys on what has the focus. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Goes to a button or link and presses it. */
  async press(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('Enter');
  }

  /** Goes to a field and writes over what stands there. */
  async write(target: Locator, text: string): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Goes to a box and ticks it, where it is not ticked. */
  async tick(target: Locator): Promise<void> {
    if (await target.isChecked()) return;
    await this.goTo(target);
    await this.page.keyboard.press('Space');
  }

  /** Sends the form in which one writes. */
  async submit(): Promise<void> {
    await this.page.keyboard.press('Enter');
  }

  /** @throws Error when no number of steps leads there */
  private async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${String(target)}`);
  }
}
