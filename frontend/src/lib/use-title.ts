import { useEffect } from 'react';

/** Names the document while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
