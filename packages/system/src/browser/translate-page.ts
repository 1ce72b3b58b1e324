import type { Page } from 'playwright-core';

/**
 * Translates a page like a browser's translation, from its first byte: wraps every text in two `font` elements, also in
 * nodes added later.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = 'script, style, noscript, textarea, title, option, svg, font';
    const translateNode = (root: Node): void => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let at: Node | null = root; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at);
      for (const text of texts) {
        if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(KEPT)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateNode(node);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}
