type AskForStep = () => Promise<boolean>;

let registeredPrompt: AskForStep | undefined;

/**
 * Registers the dialog that asks for the second step, while the dialog's component is mounted.
 *
 * @returns a function that removes it
 */
export function registerSecondStepPrompt(ask: AskForStep): () => void {
  registeredPrompt = ask;
  return () => {
    if (registeredPrompt === ask) registeredPrompt = undefined;
  };
}

/**
 * Asks the user for the second step.
 *
 * @returns whether the user passed it; false when no dialog is registered
 */
export const promptForSecondStep = async (): Promise<boolean> => (await registeredPrompt?.()) ?? false;
