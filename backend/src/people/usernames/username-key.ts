/** The form in which names are unique: without regard to case, compatibility forms and repeated spaces. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().replace(/ +/g, ' ').trim();
}
