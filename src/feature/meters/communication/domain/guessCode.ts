/** Names that devices in the field give to quantities, without what is neither letter nor digit, in lower case. */
const NAMES: readonly (readonly [code: string, name: RegExp])[] = [
  [
    'PP',
    /^(epp?|ept|epi|wpp|kwh|(total|import|forward|positive)*(active)?energy(import|forward|total|kwh)*|(total|import)kwh)$/,
  ],
  ['RP', /^(wpn|epn|(export|reverse|negative)(active)?energy|(active)?energyexport|exportkwh)$/],
  ['PZ', /^(kw|p(tot|total|sum|t|kw)|(total)?(active)?power(total|kw)?|activepower(total)?)$/],
  ['QZ', /^(kvar|q(tot|total|sum|t)|(total)?reactivepower(total)?)$/],
  ['SZ', /^(kva|s(tot|total|sum|t)|(total)?apparentpower(total)?)$/],
  ['FZ', /^(pf(tot|total|t)?|powerfactor|cosphi|cosfi)$/],
  ['FR', /^(f|freq|frequency|gridfrequency)$/],
  ['FL', /^(flow(rate)?|instantflow|q(v|flow))$/],
  ['T1', /^(temp(erature)?(in|supply|1)?|tin|tsupply)$/],
  ['T2', /^(temp(erature)?(out|return|2)|tout|treturn)$/],
  ['PR', /^(press|pressure)$/],
];
const PHASES = ['A', 'B', 'C'];

/** A phase quantity: `Ia`, `I_L1`, `current_l1`, `U1`, `Van`, `voltage_a`, `P1`. */
const PHASE = /^(i|current|u|v|volt|voltage|p|power)(l?([123])|([abc])n?)$/;

/** The data code that a key looks like, for a person to confirm; null = none. Keys in Wh, W or other units have none. */
export function guessCode(key: string): string | null {
  const name = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  const phase = PHASE.exec(name);
  if (phase) {
    const [, quantity = '', , number, letter] = phase;
    const place = number === undefined ? 'abc'.indexOf(letter ?? '') : Number(number) - 1;
    const kind = quantity[0] === 'i' || quantity === 'current' ? 'I' : quantity[0] === 'p' ? 'P' : 'U';
    return `${kind}${PHASES[place] ?? ''}`;
  }
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
