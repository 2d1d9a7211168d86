// The page of /openapi: finds calls, tells of them and tries them in the session of this browser.
/** What the product keeps in this browser: its language and whether it stands light or dark. */
const kept = (/** @type {string} */ name) => localStorage.getItem('meterhouse.' + name);
const zh = (kept('language') ?? navigator.language).startsWith('zh');
document.documentElement.lang = zh ? 'zh' : 'en';
try {
  const { ground } = JSON.parse(kept('appearance') ?? '{}');
  if (ground === 'light' || ground === 'dark') document.documentElement.style.colorScheme = ground;
} catch {
  // Whatever else stands there, the page is as the system says.
}
const say = (/** @type {string} */ en, /** @type {string} */ chinese) => (zh ? chinese : en);
const find = document.getElementById('find');
const count = document.getElementById('count');
const list = document.getElementById('list');

const element = (tag, words = '', more = {}) =>
  Object.assign(document.createElement(tag), { textContent: words, ...more });

let api;
/** What a reference stands for. */
const resolve = (one) =>
  one?.$ref
    ? resolve(
        one.$ref
          .split('/')
          .slice(1)
          .reduce((at, step) => at[step], api),
      )
    : (one ?? {});

/** The properties of a schema with those of its parts. */
function propertiesOf(schema) {
  const { allOf = [], properties = {}, required = [] } = resolve(schema);
  const parts = allOf.map(propertiesOf);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}

/** A schema as one reads it: names and types, references followed to a depth. */
function outline(schema, depth = 0) {
  const {
    type,
    properties,
    items,
    enum: values,
    oneOf,
    anyOf,
    allOf,
    additionalProperties,
    prefixItems,
  } = resolve(schema);
  if (values) return values.map((one) => JSON.stringify(one)).join(' | ');
  const some = oneOf ?? anyOf;
  if (some) return some.map((one) => outline(one, depth)).join(' | ');
  if (prefixItems) return '[' + prefixItems.map((one) => outline(one, depth)).join(', ') + ']';
  if (items) return outline(items, depth) + '[]';
  if (!properties && !allOf)
    return additionalProperties && additionalProperties !== true
      ? '{ [name]: ' + outline(additionalProperties, depth) + ' }'
      : [type ?? 'any'].flat().join(' | ');
  if (depth > 6) return '{ … }';
  const all = propertiesOf(schema);
  const pad = '  '.repeat(depth + 1);
  const lines = Object.entries(all.properties).map(([name, one]) => {
    const { description } = { ...resolve(one), ...one };
    const words = description ? '  // ' + description.split('\n').join(' ') : '';
    return pad + name + (all.required.includes(name) ? '' : '?') + ': ' + outline(one, depth + 1) + words;
  });
  return '{\n' + lines.join('\n') + '\n' + '  '.repeat(depth) + '}';
}

/** The parameters of a call, wherever they travel. */
function inputsOf(call) {
  const [[type, content] = []] = Object.entries(call.requestBody?.content ?? {}).toReversed();
  if (!content) {
    const inputs = (call.parameters ?? [])
      .map(resolve)
      .map(({ name, schema, content: json, required, example, description }) => ({
        name,
        required,
        example,
        schema: { description, ...resolve(schema ?? json['application/json'].schema) },
      }));
    return { type: undefined, inputs };
  }
  const { properties, required } = propertiesOf(content.schema);
  const example = Object.values(call.requestBody.content).find((one) => one.example)?.example ?? {};
  const inputs = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    example: example[name],
    schema: { ...resolve(schema), ...schema },
  }));
  return { type, inputs };
}

const asText = (value) =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function fieldOf({ name, required, example, schema }) {
  const label = element('label', name + (required ? ' *' : ''));
  const input = element('input', '', { name, autocomplete: 'off' });
  if (schema.format === 'binary') input.type = 'file';
  else input.value = asText(example);
  const words = [[schema.type ?? ''].flat().join(' | '), schema.description].filter(Boolean).join(' — ');
  label.append(input, element('small', words));
  return label;
}

/** Makes the call with what the form holds. */
async function send(path, method, type, form) {
  const given = [...new FormData(form)].filter(([, value]) =>
    value instanceof File ? value.size > 0 : value !== '',
  );
  if (method === 'get') return fetch(path + (given.length > 0 ? '?' + new URLSearchParams(given) : ''));
  const headers = { 'X-Meterhouse': '1' };
  if (type !== 'multipart/form-data')
    return fetch(path, { method: 'POST', headers, body: new URLSearchParams(given) });
  const body = new FormData();
  for (const [name, value] of given) body.append(name, value);
  return fetch(path, { method: 'POST', headers, body });
}

/** What came back: the envelope, or a file to save. */
async function show(reply, output, began) {
  const milliseconds = Math.round(performance.now() - began);
  const json = reply.headers.get('content-type')?.includes('json');
  output.textContent = 'HTTP ' + reply.status + ', ' + milliseconds + ' ms\n';
  if (json) {
    const envelope = await reply.json();
    if (envelope.code === 901)
      output.textContent += say(
        'Log in first: with /api/sys/login here, or in the product.\n',
        '请先登录：在此调用 /api/sys/login，或在产品中登录。\n',
      );
    output.textContent += JSON.stringify(envelope, null, 2);
    return;
  }
  const file = await reply.blob();
  const name = decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  );
  output.append(
    element('a', name + ', ' + file.size + ' B', { href: URL.createObjectURL(file), download: name }),
  );
}

function tell(item, path, method, call) {
  const { type, inputs } = inputsOf(call);
  const code = call['x-function-code'];
  const who = code
    ? say('Function code ', '功能代码 ') + code
    : (call['x-any-session'] ?? say('Anybody', '任何人'));
  item.append(element('p', [call.description, who, call.operationId].filter(Boolean).join(' · ')));
  const codes = (call['x-fault-codes'] ?? []).join(', ');
  if (codes) item.append(element('p', say('Refusals: ', '拒绝代码：') + codes));
  const form = element('form');
  const output = element('pre', '', { hidden: true });
  output.setAttribute('role', 'status');
  // Gateways have tokens, no session.
  const tried = !call.security?.some((needs) => 'gateway' in needs);
  if (tried) form.append(...inputs.map(fieldOf), element('button', say('Try it', '试一试')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = '…';
    const began = performance.now();
    try {
      await show(await send(path, method, type, form), output, began);
    } catch (error) {
      output.textContent = String(error);
    }
  });
  const answer = Object.values(resolve(call.responses['200']).content)[0].schema;
  item.append(
    element('h2', say('Parameters', '参数')),
    form,
    output,
    element('h2', say('Answer', '返回')),
    element('pre', outline(answer)),
  );
}

const calls = [];
function showFound() {
  const words = find.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const [item, hay] of calls) {
    item.hidden = !words.every((word) => hay.includes(word));
    if (!item.hidden) shown++;
  }
  count.textContent = shown + say(' calls', ' 个接口');
}

try {
  api = await (await fetch('/openapi.json')).json();
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, call] of Object.entries(methods)) {
      const item = element('details');
      const head = element('summary');
      const words = call.summary.split(' / ');
      const summary = (words.length === 2 ? words[zh ? 1 : 0] : undefined) ?? call.summary;
      head.append(element('b', method.toUpperCase()), element('code', path), element('span', summary));
      item.append(head);
      item.addEventListener('toggle', () => {
        if (item.children.length === 1) tell(item, path, method, call);
      });
      list.append(item);
      const names = (call.parameters ?? []).map((one) => one.name ?? one.$ref.split('.').at(-1));
      calls.push([item, [method, path, call.summary, call.operationId, ...names].join(' ').toLowerCase()]);
    }
  find.addEventListener('input', showFound);
  showFound();
} catch {
  count.textContent = say('The document could not be loaded. Reload the page.', '文档未能加载，请刷新页面。');
}
