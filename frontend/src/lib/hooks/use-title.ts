import { useEffect } from 'react';

let pageTitle: string | undefined;
let count = 0;

function showTitle(): void {
  pageTitle ??= document.title;
  document.title = count > 0 ? `(${count}) ${pageTitle}` : pageTitle;
}

/** Sets the number of unread notices, which stands before the title of any page. */
export function setTitleCount(unread: number): void {
  count = unread;
  showTitle();
}

/** Sets the document's title while the page is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    showTitle();
  }, [title]);
}
