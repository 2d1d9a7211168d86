const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).*\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Browser and system out of what a browser calls itself; what is none of those known as its first word. */
export function browserName(agent: string): string {
  const [browser, version] = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(agent);
    return found ? [[name, found[1] ?? ''] as const] : [];
  })[0] ?? [agent.split('/')[0] ?? agent, ''];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  return [browser, version].filter(Boolean).join(' ') + (system ? ` · ${system}` : '');
}
