// Whether a page fits a narrow screen, what is pressed on it is large enough (WCAG 2.2, 1.4.10 and 2.5.8), and no line ends after
// the hyphen of "e-mail".
import type { Page } from 'playwright-core';

const NARROW = { width: 320, height: 640 };
const TARGET_MIN = 24;

/** Returns a line for what is wider than the screen, and for each target below 24 by 24 CSS pixels. Leaves the page at 320 px. */
export async function layoutFaultsOf(name: string, page: Page): Promise<string[]> {
  await page.setViewportSize(NARROW);
  const faults = await page.evaluate<string[]>(`(() => {
    const faults = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push('is ' + scrollWidth + ' px wide');
    for (const target of document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')) {
      // A label is a target of its own; a link in a sentence is as high as its line; what is off the screen is shown on focus.
      const pressed = target.labels?.length ? [...target.labels].reduce(union, box(target)) : box(target);
      const isInSentence = target.localName === 'a' && getComputedStyle(target).display === 'inline' &&
        target.parentElement.textContent.trim() !== target.textContent.trim();
      const isHidden = pressed.width === 0 || target.matches('.skip-link, .visually-hidden');
      if (!isInSentence && !isHidden && (pressed.width < ${TARGET_MIN} || pressed.height < ${TARGET_MIN}))
        faults.push(target.outerHTML.slice(0, 80) + ' is ' + Math.round(pressed.width) + ' by ' + Math.round(pressed.height));
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const word = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { index, 0: { length } } of text.data.matchAll(/\\be-mail/gi)) {
        word.setStart(text, index);
        word.setEnd(text, index + length);
        if (word.getClientRects().length > 1) faults.push('breaks a line in "' + text.data.slice(index, index + 40) + '"');
      }
    return faults;
    function box(element) { const { width, height } = element.getBoundingClientRect(); return { width, height }; }
    function union(a, label) { const b = box(label); return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) }; }
  })()`);
  return faults.map((fault) => `${name}: ${fault}`);
}
