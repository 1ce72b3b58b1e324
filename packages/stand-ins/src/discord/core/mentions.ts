import type { Hub } from './hub.js';
import type { AllowedMentions } from './message-schema.js';
import type { ChannelRow } from './state.js';

/** The people and roles that a text mentions. */
export interface Mentions {
  users: string[];
  roles: string[];
  everyone: boolean;
}

/**
 * Finds the mentions in a text as Discord does: all kinds unless `allowed_mentions` restricts them, nothing inside code,
 * and mass mentions and unmentionable roles only with MENTION_EVERYONE.
 */
export function findMentions(
  hub: Hub,
  channel: ChannelRow,
  authorId: string,
  content: string,
  allowed: AllowedMentions | undefined,
  repliedUserId: string | null,
): Mentions {
  const text = withoutCode(content);
  const mayAll = hub.may(authorId, channel, 'MENTION_EVERYONE');
  const ids = (pattern: RegExp): string[] => [
    ...new Set([...text.matchAll(pattern)].map((hit) => hit[1] ?? '')),
  ];
  const passes = (kind: 'users' | 'roles', id: string): boolean =>
    allowed === undefined || (allowed.parse ?? []).includes(kind) || (allowed[kind] ?? []).includes(id);
  const users = ids(/<@!?(\d{1,20})>/g).filter(
    (id) => passes('users', id) && hub.state.users.some((one) => one.id === id),
  );
  if (
    repliedUserId !== null &&
    (allowed?.replied_user ?? allowed === undefined) &&
    !users.includes(repliedUserId)
  )
    users.push(repliedUserId);
  const roles = ids(/<@&(\d{1,20})>/g).filter((id) => {
    const role = hub.state.roles.find((one) => one.id === id);
    return role !== undefined && (role.mentionable || mayAll) && passes('roles', id);
  });
  const everyone =
    channel.type !== 1 &&
    mayAll &&
    /@(everyone|here)\b/.test(text) &&
    (allowed === undefined || (allowed.parse ?? []).includes('everyone'));
  return { users, roles: channel.type !== 1 ? roles : [], everyone };
}

/** Removes code blocks and code spans, which contain no mentions. */
function withoutCode(content: string): string {
  return content.replace(/```[\s\S]*?```/g, ' ').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, ' ');
}
