/** The form in which game names are one: case and the writing of spaces in Bedrock names do not distinguish players. */
export const gameNameKey = (gameName: string): string => gameName.toLowerCase().replaceAll(' ', '_');
