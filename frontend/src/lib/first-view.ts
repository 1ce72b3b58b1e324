/** Whether the first view is still to come: nobody asked for what it holds, so it comes piece by piece. */
let isComing = false;

/** Said once, before the app is drawn first. */
export function announceFirstView(): void {
  isComing = true;
}

export const isFirstViewComing = (): boolean => isComing;

/** From here on somebody asked for what is drawn. */
export function endFirstView(): void {
  isComing = false;
}
