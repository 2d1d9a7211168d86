import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { texts as communicationTexts } from '#feature/meters/communication/web/texts.ts';
import { texts as homeTexts } from '#feature/home/roleHome/web/texts.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { texts as ui } from '#web/ui/texts.ts';
import type { Session } from '#web/session/session.ts';
import type { MeterHead } from '../contract.ts';
import { texts } from './texts.ts';

const params = vi.hoisted(() => ({ now: { ammeterId: '7' } as Record<string, string> }));
vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  useParams: () => params.now,
}));
const { default: MeterHomePage } = await import('./MeterHomePage.tsx');

const NOW = Date.UTC(2026, 10, 19, 6);
const head: MeterHead = {
  ammeterId: 7,
  name: '1# 电弧炉',
  otherName: 'Arc furnace 1',
  code: 'E-110',
  consumerId: 1,
  siteId: 2,
  deviceType: '4',
  dataType: '1',
  unit: 'kWh',
  virtual: false,
  inUse: true,
  places: [
    { kind: 'consumer', orgId: 1, name: 'Works' },
    { kind: 'site', orgId: 2, name: 'Melt shop' },
  ],
  alsoIn: [],
  above: [{ ammeterId: 5, ammeterName: '35 kV I' }],
  below: [],
  timeZone: 'Asia/Shanghai',
  ratedPower: 30_000,
  intervalSeconds: 900,
  device: { serial: '20260302', ratio: '42000', correctionFactor: '1', since: null },
  accuracy: { written: null, limit: 1 },
  verification: null,
  contact: 'online',
  lastAt: NOW - 4000,
  power: 26_480,
  register: 1513.8,
  today: { energy: 165_200, coverage: 98, flags: ['interpolated'], notices: [] },
  now: NOW,
};
const person = (...funCodes: string[]): Session => ({
  ...session,
  funCodes,
  consumers: [{ orgId: 1, orgName: 'Works' } as Session['consumers'][number]],
});
const looking = (...codes: string[]) => ({
  phrases: { objectPage: texts, communication: communicationTexts, roleHome: homeTexts, ui },
  as: person(...codes),
});
const answering = (answer: Partial<MeterHead> | { code: number }): void => {
  answerCalls(({ path }) =>
    path.includes('getMeter?')
      ? 'code' in answer && typeof answer.code === 'number'
        ? { code: answer.code, message: 'no such record', data: null }
        : { code: 200, message: '', data: { ...head, ...answer } }
      : { code: 200, message: '', data: null },
  );
};
const tabs = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'Tabs' }))
    .getAllByRole('link')
    .map((one) => one.textContent);

afterEach(() => {
  params.now = { ammeterId: '7' };
});

test('the head tells both names, number, place, device, power against its rating, and what today is proved by', async () => {
  answering({});
  await drawAt('/?tab=life', <MeterHomePage />, looking('archive.ammeter.view'));
  const title = await screen.findByRole('heading', { level: 2 });
  for (const part of ['1# 电弧炉', 'Arc furnace 1', 'E-110', 'Online']) expect(title).toHaveTextContent(part);
  const place = screen.getByText('Where it is').closest('div');
  expect(place).toHaveTextContent('Works/Melt shop');
  expect(screen.getByRole('link', { name: '35 kV I' })).toHaveAttribute('href', expect.stringContaining('/Meter/5')); // prettier-ignore
  expect(screen.getByText('42,000')).toBeInTheDocument();
  expect(screen.getByText('(1)')).toHaveAttribute('title', expect.stringContaining('GB 17167'));
  expect(screen.getByText('88% of 30,000 kW')).toBeInTheDocument();
  expect(screen.getByText('Today').closest('div')).toHaveTextContent('165.2 MWh98%Interpolated');
});

test('tabs that the account may not see are absent; the address of one says why nothing is shown', async () => {
  answering({});
  await drawAt('/?tab=cost', <MeterHomePage />, looking('archive.ammeter.view'));
  expect(await screen.findByText('Your account may not see “Cost”')).toBeInTheDocument();
  expect(tabs()).toEqual(['Archive', 'People']);
});

test('the sum of others has no device: its parts are named, and the tab of its life says why', async () => {
  answering({ virtual: true, device: null, accuracy: null, lastAt: null, power: null, register: null, contact: 'never', below: [{ ammeterId: 8, ammeterName: 'Feeder 1' }, { ammeterId: 9, ammeterName: 'Feeder 2' }] }); // prettier-ignore
  await drawAt('/?tab=life', <MeterHomePage />, looking('archive.ledger.view', 'archive.ammeter.view'));
  expect(await screen.findByText(/no physical device: see “Life”/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Feeder 2' })).toBeInTheDocument();
  expect(screen.queryByText('No data received yet')).toBeNull();
  expect(tabs()).toEqual(['Archive', 'People']);
});

test('a meter that was never heard says so and what connects it, in place of empty charts', async () => {
  answering({ lastAt: null, contact: 'never', power: null, register: null, today: { energy: null, coverage: null, flags: [], notices: [] } }); // prettier-ignore
  await drawAt('/?tab=use', <MeterHomePage />, looking('SDNMonitoring.Overview', 'archive.gateway.view'));
  expect(await screen.findByText('No data has been received from this meter yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Gateways' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Import readings' })).toBeNull();
});

test('what is odd today is said in the head, without a doubt nothing is', async () => {
  const notice = { kind: 'offline', dataAmmeterId: 7, name: '1# 电弧炉', at: NOW - 7_200_000, value: null } as const; // prettier-ignore
  answering({ contact: 'silent', inUse: false, today: { ...head.today!, notices: [notice] } });
  await drawAt('/?tab=life', <MeterHomePage />, looking('archive.ammeter.view'));
  expect(await screen.findByText('Offline')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Out of use');
});

test('an id that nothing has, one that may not be seen, and none at all lead to the find box', async () => {
  for (const code of [404, 403]) {
    answering({ code });
    await drawAt('/', <MeterHomePage />, looking('archive.ammeter.view'));
    expect(await screen.findByText(/There is no such meter/)).toBeInTheDocument();
    document.body.innerHTML = '';
  }
  params.now = { ammeterId: 'x' };
  await drawAt('/', <MeterHomePage />, looking('archive.ammeter.view'));
  expect(await screen.findByText(/Ctrl\+K/)).toBeInTheDocument();
});
