type Ask = () => Promise<boolean>;

let asking: Ask | undefined;

/** Registers how the page asks for the second step while a part of it is shown. @returns unregisters it */
export function askForStepBy(ask: Ask): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = undefined;
  };
}

/** Asks for the second step. @returns whether it was passed; false where the page has no way to ask */
export const passStep = async (): Promise<boolean> => (await asking?.()) ?? false;
