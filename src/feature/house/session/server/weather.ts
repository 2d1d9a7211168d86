import * as z from 'zod';
import { badInput, Fault } from '#contract/error.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { defineRoute } from '#server/route.ts';
import type { Services } from '#server/route.ts';

/** One day of weather as the service tells it; degrees Celsius, percent. */
const day = z.object({
  date: z.iso.date(),
  weather: z.string().max(60).nullish(),
  tempMax: z.number().nullish(),
  tempMin: z.number().nullish(),
  humidity: z.number().nullish(),
});
type Day = z.output<typeof day>;

const KEEP_MS = 30 * MINUTE_MS;
const PATIENCE_MS = 5000;
const kept = new Map<string, { readonly at: number; readonly days: Day[] }>();

const away = (): Fault =>
  new Fault(503, { zh: '天气服务暂时没有应答', en: 'The weather service does not answer at present' });

/** Asks the service at WEATHER_URL: `?code=…&from=…&to=…`, which replies a list of days. @throws Fault 503 */
async function daysOf(url: string, code: string, from: string, to: string): Promise<Day[]> {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ code, from, to })) address.searchParams.set(name, value);
  const known = kept.get(address.href);
  if (known && Date.now() - known.at < KEEP_MS) return known.days;
  let reply: unknown;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    reply = await response.json();
  } catch {
    throw away();
  }
  const days = z.array(day).max(400).safeParse(reply);
  if (!days.success) throw away();
  if (kept.size > 1000) kept.clear();
  kept.set(address.href, { at: Date.now(), days: days.data });
  return days.data;
}

async function answer({ config }: Services, code: string, from: string, to: string) {
  if (config.weatherUrl === undefined)
    return {
      configured: false,
      reason: { zh: '未配置天气服务（WEATHER_URL）', en: 'No weather service is configured (WEATHER_URL)' },
      list: [] as Day[],
    };
  return { configured: true, list: await daysOf(config.weatherUrl, code, from, to) };
}

const weatherCode = z.string().regex(/^[\w-]{1,30}$/);
const today = (): string => utcDate(Date.now());

const getWeatherByCode = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userLogin/getWeatherByCode',
  summary: { zh: '用户区：某地某日天气', en: 'Customer area: weather of a place on a day' },
  permission: null,
  why: 'shared',
  params: z.object({ weatherCode, dt: z.iso.date().optional() }),
  example: { weatherCode: '101250101', dt: '2026-01-31' },
  handler: ({ services, params: { weatherCode: code, dt = today() } }) => answer(services, code, dt, dt),
});

const getWeatherListByCode = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userLogin/getWeatherListByCode',
  summary: { zh: '用户区：某地逐日天气', en: 'Customer area: weather of a place by day' },
  permission: null,
  why: 'shared',
  params: z.object({ weatherCode, fromDt: z.iso.date(), toDt: z.iso.date() }),
  example: { weatherCode: '101250101', fromDt: '2026-01-01', toDt: '2026-01-31' },
  handler: async ({ services, params: { weatherCode: code, fromDt, toDt } }) => {
    if (toDt < fromDt || Date.parse(toDt) - Date.parse(fromDt) > 366 * DAY_MS)
      throw badInput(
        { zh: '结束日期：须不早于开始日期，最长一年', en: 'End: not before the begin, a year at most' },
        'toDt',
      );
    return answer(services, code, fromDt, toDt);
  },
});

export const weatherRoutes = [getWeatherByCode, getWeatherListByCode];
