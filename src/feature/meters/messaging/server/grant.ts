import { sql } from 'kysely';
import { badInput, Fault } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import { alarmTopic, foldedTopic, liveTopic, signalTopic, TOPICS } from '../contract.ts';
import { browserFilter } from '../domain/topic.ts';

/** Most topics of a token: a limited account has one for each of its meters and signal points. */
const MOST_TOPICS = 1000;

/** What a token may listen to. */
interface Grant {
  readonly topics: readonly string[];
  /** Meters and signal points of a limited account for which no topic was left. */
  readonly leftOut: number;
}

const NOT_YOURS = (topic: string) =>
  new Fault(
    403,
    { zh: `没有权限订阅主题 ${topic}`, en: `You may not subscribe to the topic ${topic}` },
    'topics',
  );

/**
 * The filters that a caller may have of those asked for; none asked = all of the caller's enterprises. A limited account
 * that sees more than a token holds is fed by the first of them, and told how many are left out.
 * @param trx in the caller's scope
 * @throws Fault 400 for what is no topic of browsers, 403 for one outside the scope
 */
export async function grantedTopics(trx: Db, caller: Caller, query: readonly string[]): Promise<Grant> {
  const own = await sql<{ id: number }>`select id from consumer order by id`.execute(trx);
  const visible = new Set(own.rows.map((row) => row.id));
  const everything = caller.scope === 'all' && caller.limit === undefined;
  const wished =
    query.length > 0
      ? query
      : everything
        ? ['live/+/+', 'signal/+/+', 'alarm/+/+', 'folded/+']
        : [...visible].flatMap(ownTopics);
  const granted = new Set<string>();
  const each = new Set<string>();
  for (const topic of wished) {
    const filter = browserFilter(topic);
    if (!filter)
      throw badInput(
        {
          zh: `topics：${topic} 不是可订阅的主题（live/企业/表计、signal/企业/信号点、alarm/企业/站点、folded/企业、data/企业/名称）`,
          en: `topics: ${topic} cannot be subscribed to (live/enterprise/meter, signal/enterprise/point, alarm/enterprise/site, folded/enterprise, data/enterprise/name)`,
        },
        'topics',
      );
    const { consumer } = filter;
    if (consumer === '+' ? !everything : !visible.has(consumer)) throw NOT_YOURS(topic);
    const topics = await narrowed(trx, caller, topic);
    const narrower = topics.length !== 1 || topics[0] !== topic;
    for (const one of topics) (narrower ? each : granted).add(one);
  }
  if (granted.size > MOST_TOPICS)
    throw badInput(
      { zh: `topics：最多 ${MOST_TOPICS} 个主题`, en: `topics: at most ${MOST_TOPICS} topics` },
      'topics',
    );
  const further = [...each].filter((topic) => !granted.has(topic));
  const room = MOST_TOPICS - granted.size;
  return {
    topics: [...granted, ...further.slice(0, room)],
    leftOut: Math.max(0, further.length - room),
  };
}

const ownTopics = (consumerId: number): string[] => [
  `${TOPICS.live}/${consumerId}/+`,
  `${TOPICS.signal}/${consumerId}/+`,
  `${TOPICS.alarm}/${consumerId}/+`,
  foldedTopic(consumerId),
];

/** The meters that a limited caller is told of in topics of a whole enterprise; null = no limit. */
export async function grantedMeters(trx: Db, caller: Caller): Promise<number[] | null> {
  if (caller.limit === undefined) return null;
  const { rows } = await sql<{ id: number }>`select id from ammeter order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What topics are about that have one of their own for each row, and its table. */
const PARTS: Readonly<
  Record<string, { readonly table: string; readonly topicOf: (consumerId: number, id: number) => string }>
> = {
  [TOPICS.live]: { table: 'ammeter', topicOf: liveTopic },
  [TOPICS.signal]: { table: 'signal_point', topicOf: signalTopic },
  [TOPICS.alarm]: { table: 'monitor_site', topicOf: alarmTopic },
};

/** An account that is limited to some organisations has a topic for each meter, signal point and site that it sees. */
async function narrowed(trx: Db, caller: Caller, topic: string): Promise<string[]> {
  if (caller.limit === undefined) return [topic];
  const [kind, consumer = '', ...rest] = topic.split('/');
  // What it tells of is narrowed where it is forwarded (`broker/narrow.ts`).
  if (kind === TOPICS.folded) return [topic];
  const own = PARTS[kind ?? ''];
  if (!own) throw NOT_YOURS(topic);
  const { topicOf } = own;
  const table = sql.table(own.table);
  const { rows } = await sql<{ id: number }>`select id from ${table} where consumer_id = ${Number(consumer)}
    order by id`.execute(trx);
  const topics = rows.map(({ id }) => topicOf(Number(consumer), id));
  const name = rest.join('/');
  if (name === '+' || name === '#') return topics;
  if (!topics.includes(topic)) throw NOT_YOURS(topic);
  return [topic];
}
