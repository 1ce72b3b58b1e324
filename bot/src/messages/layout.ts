import {
  ComponentType,
  SeparatorSpacingSize,
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APIMessageTopLevelComponent,
  type APISectionAccessoryComponent,
  type APISectionComponent,
  type APISeparatorComponent,
  type APITextDisplayComponent,
} from 'discord.js';

/** Limits of a message of components; above about 10,170 bytes of text, Discord answers 5xx instead of a refusal. */
export const LAYOUT_LIMITS = { components: 40, characters: 4_000, bytes: 10_000 } as const;
/** Largest number of texts in one section, according to Discord. */
const MAX_SECTION_TEXTS = 3;

type Part =
  | APIMessageTopLevelComponent
  | APIComponentInContainer
  | APIComponentInMessageActionRow
  | APISectionAccessoryComponent;

/** A text component with Discord's markdown; must not be empty. */
export const textDisplay = (content: string): APITextDisplayComponent => ({
  type: ComponentType.TextDisplay,
  content,
});

/** A section: one to three texts with a button or a picture beside them. @throws Error for any other number of texts */
export function section(
  texts: readonly string[],
  accessory: APISectionAccessoryComponent,
): APISectionComponent {
  if (texts.length === 0 || texts.length > MAX_SECTION_TEXTS)
    throw new Error(`${texts.length} texts in a section`);
  return { type: ComponentType.Section, components: texts.map(textDisplay), accessory };
}

/** A dividing line between two parts of a message. */
export const divider: APISeparatorComponent = {
  type: ComponentType.Separator,
  divider: true,
  spacing: SeparatorSpacingSize.Small,
};

/** A row of up to five buttons, or one select menu. */
export const actionRow = (
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> => ({
  type: ComponentType.ActionRow,
  components,
});

/** A container: a box with a coloured edge around other parts of a message. */
export const container = (
  parts: readonly APIComponentInContainer[],
  accent_color: number,
): APIContainerComponent => ({ type: ComponentType.Container, components: [...parts], accent_color });

function flattenPart(part: Part): Part[] {
  return [
    part,
    ...('components' in part ? part.components.flatMap((below) => flattenPart(below)) : []),
    ...('accessory' in part ? flattenPart(part.accessory) : []),
  ];
}

/** A message that consists of components only (Components V2). */
interface Layout {
  components: APIMessageTopLevelComponent[];
  isV2: true;
}

/** Builds a message of components only. @throws Error beyond Discord's limits, or for a duplicate custom id */
export function buildLayout(...components: APIMessageTopLevelComponent[]): Layout {
  const parts = components.flatMap((one) => flattenPart(one));
  const text = parts.map((part) => ('content' in part ? part.content : '')).join('');
  const ids = parts.flatMap((part) => ('custom_id' in part ? part.custom_id : []));
  const { components: most, characters, bytes } = LAYOUT_LIMITS;
  if (parts.length > most) throw new Error(`${parts.length} components in a message`);
  if (text.length > characters || Buffer.byteLength(text) > bytes)
    throw new Error(`${text.length} characters, ${Buffer.byteLength(text)} bytes in a message of components`);
  if (new Set(ids).size !== ids.length) throw new Error('A custom id is in a message twice');
  return { components, isV2: true };
}

/** Cuts one page from a list; a page number beyond the end gives the last page. @param page from 0 */
export function cutPage<T>(items: readonly T[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.min(Math.max(0, page), pages - 1);
  return { shown: items.slice(at * size, (at + 1) * size), page: at, pages };
}
