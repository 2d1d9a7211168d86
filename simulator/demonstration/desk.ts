import { resourceOf } from '#resource/index.ts';
import type { Client } from './client.ts';
import { englishOf } from './english.ts';

/** A row of a resource as it travels. */
export type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

/** Looks a row up before adding it. */
export class Desk {
  readonly #client: Client;
  readonly #seen = new Map<string, readonly Row[]>();

  constructor(client: Client) {
    this.#client = client;
  }

  async find(resource: string, key: Readonly<Record<string, unknown>>): Promise<Row | undefined> {
    let rows = this.#seen.get(resource);
    if (!rows) {
      rows = await this.#client.get<readonly Row[]>(`/api/${resource}/getall`);
      this.#seen.set(resource, rows);
    }
    return rows.find((row) => Object.entries(key).every(([name, value]) => row[name] === value));
  }

  /** The id of a row that must be there. @throws Error */
  async known(resource: string, key: Readonly<Record<string, unknown>>): Promise<number> {
    const found = await this.find(resource, key);
    if (!found) throw new Error(`${resource}: there is none with ${JSON.stringify(key)}`);
    return found.id;
  }

  /** The id of the row with this key; added with `values` where there is none. */
  async ensure(
    resource: string,
    key: Readonly<Record<string, unknown>>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const found = await this.find(resource, key);
    if (found) return found.id;
    const row = withEnglish(resource, { ...key, ...values });
    const { id } = await this.#client.post<Row>(`/api/${resource}/add`, row);
    // Who looks for it later finds it.
    this.#seen.set(resource, [...(this.#seen.get(resource) ?? []), { ...row, id }]);
    return id;
  }
}

/** A row with the second names of what is named in it, where its form asks for them (decision 96). */
export function withEnglish(
  resource: string,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { fields } = resourceOf(resource.split('/')[1] ?? resource);
  const second = Object.entries(row).flatMap(([name, value]) => {
    const english = typeof value === 'string' && `${name}En` in fields ? englishOf(value) : undefined;
    return english === undefined ? [] : [[`${name}En`, english] as const];
  });
  return { ...Object.fromEntries(second), ...row };
}
