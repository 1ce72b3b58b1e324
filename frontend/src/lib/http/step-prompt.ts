type AskForStep = () => Promise<boolean>;

let registeredPrompt: AskForStep | undefined;

/** Registers the prompt for the second step while its component is mounted. @returns unregisters it */
export function registerStepPrompt(ask: AskForStep): () => void {
  registeredPrompt = ask;
  return () => {
    if (registeredPrompt === ask) registeredPrompt = undefined;
  };
}

/** Prompts for the second step. @returns whether it was passed; false when no prompt is registered */
export const promptForStep = async (): Promise<boolean> => (await registeredPrompt?.()) ?? false;
