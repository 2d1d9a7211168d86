/** Whoever has not got the box by then is not still typing into it. */
const LATEST_MS = 5000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));

let letters = '';
let stop = (): void => undefined;

/** Keeps what is typed from now on, until the find box takes it or another field has it: no key is lost on its way. */
export function keepTyping(): void {
  stop();
  letters = '';
  const { activeElement } = document;
  const onKey = (event: KeyboardEvent): void => {
    if (isTyping(event.target) && event.target !== activeElement) return stop();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') letters = letters.slice(0, -1);
    else if (event.key.length === 1) letters += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  const timer = setTimeout(() => stop(), LATEST_MS);
  stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKey, { capture: true });
  };
}

/** What was typed since, once. */
export function takeTyped(): string {
  stop();
  const typed = letters;
  letters = '';
  return typed;
}
