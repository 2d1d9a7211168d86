/** What of a table takes the keyboard: its first cell where arrows walk its cells, else its first link or button. */
const FIRST = ['[data-cell][tabindex="0"]', 'a[href], button:enabled, [tabindex="0"]'];

/** Puts the keyboard on the first row of the first table of the page; nothing where there is no table. */
export function focusTable(): void {
  for (const rows of document.querySelectorAll('main table tbody'))
    for (const selector of FIRST) {
      const target = rows.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      return;
    }
}
