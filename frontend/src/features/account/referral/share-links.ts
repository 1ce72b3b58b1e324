/** Where a friend enters a code; who is no visitor any more finds it filled in. */
export const applyAddress = (origin: string, code: string): string =>
  `${origin}/account?tab=referrals&code=${encodeURIComponent(code)}`;

/** Links that hand a text to a messenger and to a mail program. */
export const shareLinks = (subject: string, text: string) => ({
  message: `https://wa.me/?text=${encodeURIComponent(text)}`,
  mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`,
});
