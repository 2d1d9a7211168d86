import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const STYLE = textOf('./page.css');
const SCRIPT = textOf('./page.js');

/** A page that finds the calls of `/openapi.json`, tells of them and tries them; no library, no foreign host. */
export const apiPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Meterhouse API</title>
<style>${STYLE}</style>
<main>
  <h1>Meterhouse API</h1>
  <p lang="en">Every reply is <code>{code, message, data}</code>; 200 is success, 901 an expired session. Calls that change something
  need the header <code>X-Meterhouse: 1</code>, which this page sends. The document:
  <a href="/openapi.json">openapi.json</a>.</p>
  <p lang="zh">每个返回都是 <code>{code, message, data}</code>：200 为成功，901 为登录失效。会更改数据的接口需要请求头
  <code>X-Meterhouse: 1</code>，本页会带上。文档：
  <a href="/openapi.json">openapi.json</a>。</p>
  <label><span lang="en">Find a call</span><span lang="zh">查找接口</span>
  <input id="find" type="search" autofocus></label>
  <p id="count" role="status">Loading…</p>
  <div id="list"></div>
</main>
<script type="module">${SCRIPT}</script>
</html>`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the page may load: its own style and script, known by what stands in them, and what the product answers. */
export const apiPagePolicy = {
  'script-src': [hashOf(SCRIPT)],
  'style-src': [hashOf(STYLE)],
  'connect-src': ["'self'"],
};
