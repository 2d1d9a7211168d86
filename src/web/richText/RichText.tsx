import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { LINK_SCHEMES, TAGS } from '#field/richText/contract.ts';
import styles from './RichText.module.css';

const ALLOWED: ReadonlySet<string> = new Set(TAGS);

/** Whether a link leads where it may: one of the schemes with an address behind it. */
export function linkIsSafe(href: string): boolean {
  const url = URL.parse(href);
  return url !== null && (LINK_SCHEMES as readonly string[]).includes(url.protocol.slice(0, -1));
}

function drawNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const children = [...node.childNodes].map(drawNode);
  const tag = node.tagName.toLowerCase();
  if (!ALLOWED.has(tag)) return <Fragment key={key}>{children}</Fragment>;
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  if (tag !== 'a') return createElement(tag, { key }, ...children);
  const href = node.getAttribute('href') ?? '';
  if (!linkIsSafe(href)) return <Fragment key={key}>{children}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/**
 * Formatted text as elements of the page: read by a document that runs nothing, of which only the allowed tags and
 * links are drawn. The server has cleaned it already; what slips past one of the two is stopped by the other.
 */
export function RichText({ html }: { readonly html: string }) {
  const nodes = useMemo(
    () => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(drawNode),
    [html],
  );
  return <div className={styles.text}>{nodes}</div>;
}
