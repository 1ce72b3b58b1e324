import { chatName, gameName } from '@pax/contracts';

/** Values of the checkout form. */
export interface CheckoutFields {
  inGameName: string;
  discordName: string;
  /** The buyer confirmed both names; they cannot be changed after paying. */
  namesChecked: boolean;
  consent: boolean;
}

export const emptyFields: CheckoutFields = {
  inGameName: '',
  discordName: '',
  namesChecked: false,
  consent: false,
};

/** Keys of the catalogue that say what is wrong with a name, or true when nothing is. */
export const checkGameName = (typed: string): true | 'delivery.required' | 'delivery.gameWrong' => {
  if (typed.trim() === '') return 'delivery.required';
  return gameName.safeParse(typed).success || 'delivery.gameWrong';
};

export const checkChatName = (typed: string): true | 'delivery.required' | 'delivery.chatWrong' => {
  if (typed.trim() === '') return 'delivery.required';
  return chatName.safeParse(typed).success || 'delivery.chatWrong';
};
