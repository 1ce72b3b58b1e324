const time = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit' });
const year = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: '2-digit' });

/** A moment as dense rows show it: "09:14" on the day itself, "20.11., 09:14" in the same year, else "20.11.25, 09:14". */
export function shortTime(moment: string, now: number): string {
  const then = new Date(moment);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return time.format(then);
  const date = then.getFullYear() === today.getFullYear() ? day : year;
  return `${date.format(then)}, ${time.format(then)}`;
}
