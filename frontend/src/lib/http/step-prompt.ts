type AskForStep = () => Promise<boolean>;

let registeredPrompt: AskForStep | undefined;

/** Registers how the page asks for the second step while a part of it is shown. @returns unregisters it */
export function registerStepPrompt(ask: AskForStep): () => void {
  registeredPrompt = ask;
  return () => {
    if (registeredPrompt === ask) registeredPrompt = undefined;
  };
}

/** Asks for the second step. @returns whether it was passed; false where the page has no way to ask */
export const promptForStep = async (): Promise<boolean> => (await registeredPrompt?.()) ?? false;
