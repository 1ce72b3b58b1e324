/** Address where a friend enters the code; for a signed-in friend it is filled in. */
export const applyAddress = (origin: string, code: string): string =>
  `${origin}/account?tab=referrals&code=${encodeURIComponent(code)}`;

/** Links that hand a text to a messenger and to a mail program. */
export const shareLinks = (subject: string, text: string) => ({
  message: `https://wa.me/?text=${encodeURIComponent(text)}`,
  mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`,
});
