import type { Locator, Page } from 'playwright-core';

/** Limit of Tab stops, more than any page of the shop has. */
const MAX_TAB_STOPS = 150;

/** A keyboard user, who moves with Tab and presses keys on the focused element. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Moves the focus to a button or link, and presses it. */
  async pressElement(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('Enter');
  }

  /** Moves the focus to a field, and replaces its text. */
  async writeInField(target: Locator, text: string): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Moves the focus to a checkbox, and ticks it unless it is ticked. */
  async tickCheckbox(target: Locator): Promise<void> {
    if (await target.isChecked()) return;
    await this.goTo(target);
    await this.page.keyboard.press('Space');
  }

  /** Submits the form that contains the focused field. */
  async submitForm(): Promise<void> {
    await this.page.keyboard.press('Enter');
  }

  /** Presses Tab until `target` has the focus. @throws Error if Tab never reaches it */
  private async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${String(target)}`);
  }
}
