/**
 * Normalises a username to the form that must be unique: case, Unicode compatibility forms and repeated spaces are
 * ignored.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().replace(/ +/g, ' ').trim();
}
