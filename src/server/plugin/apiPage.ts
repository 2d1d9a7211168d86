import { createHash } from 'node:crypto';

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem }
  input { width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
  details { border-bottom: 1px solid #8884; padding: .35rem 0 }
  summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap }
  b { min-width: 3rem } code, pre { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
`;

const SCRIPT = `
  const list = document.getElementById('list'), find = document.getElementById('find'), count = document.getElementById('count');
  const calls = [];
  const text = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
  try {
    const api = await (await fetch('/openapi.json')).json();
    for (const [path, methods] of Object.entries(api.paths)) for (const [method, call] of Object.entries(methods)) {
      const item = document.createElement('details'), head = document.createElement('summary');
      head.append(text('b', method.toUpperCase()), text('code', path), text('span', call.summary));
      item.append(head);
      item.addEventListener('toggle', () => {
        if (item.children.length > 1) return;
        const { summary, responses, tags, ...rest } = call;
        item.append(text('pre', JSON.stringify(rest, null, 2)));
      });
      list.append(item);
      calls.push([item, (path + ' ' + call.summary).toLowerCase()]);
    }
  } catch { count.textContent = 'The document could not be loaded. Reload the page.' }
  const show = () => {
    const words = find.value.toLowerCase().split(/\\s+/);
    let n = 0;
    for (const [item, hay] of calls) { item.hidden = !words.every((w) => hay.includes(w)); if (!item.hidden) n++ }
    count.textContent = n + ' calls';
  };
  find.addEventListener('input', show);
  show();
`;

/** A page that lists the calls of `/openapi.json`, searchable; no library, no foreign host. */
export const apiPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Meterhouse API</title>
<style>${STYLE}</style>
<main>
  <h1>Meterhouse API</h1>
  <p>Every reply is <code>{code, message, data}</code>; 200 is success, 901 an expired session. Calls that change something
  need the header <code>X-Meterhouse: 1</code>. The document: <a href="/openapi.json">openapi.json</a>.</p>
  <label>Find a call <input id="find" type="search" autofocus></label>
  <p id="count" role="status">Loading…</p>
  <div id="list"></div>
</main>
<script type="module">${SCRIPT}</script>
</html>`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the page may load: its own style and script, known by what stands in them, and the document. */
export const apiPagePolicy = {
  'script-src': [hashOf(SCRIPT)],
  'style-src': [hashOf(STYLE)],
  'connect-src': ["'self'"],
};
