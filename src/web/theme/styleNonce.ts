/**
 * The page's policy lets no style in that does not carry its number. What the libraries make at run time with
 * `createElement` gets it here, at one place; a `<style>` that came in as text does not.
 */
export function carryStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (!nonce) return;
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
