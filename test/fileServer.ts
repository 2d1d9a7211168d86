import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a server that hands out files well and badly, for tests of the page. */
    fileServer: string;
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const envelope = (code: number, message: string, data: object | null = null): string =>
  JSON.stringify({ code, message, data });

/** What is answered below `/api/test/`: status, headers, body; `torn` breaks off in the middle. */
const ANSWERS: Readonly<Record<string, [number, Record<string, string>, string]>> = {
  sheet: [
    200,
    {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('用量 2026.xlsx')}`,
    },
    'PK…',
  ],
  json: [200, { ...JSON_TYPE, 'content-disposition': 'attachment; filename="bill.json"' }, '{"code":901}'],
  expired: [200, JSON_TYPE, envelope(901, 'Log in')],
  locked: [200, JSON_TYPE, envelope(423, 'Locked')],
  refused: [200, JSON_TYPE, envelope(403, 'You may not export this list')],
  passwordDue: [200, JSON_TYPE, envelope(403, 'New password', { passwordExpired: 1 })],
  nothing: [200, JSON_TYPE, envelope(200, 'ok')],
  proxy: [502, { 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>'],
  portal: [200, { 'content-type': 'text/html' }, '<html><h1>Accept the terms</h1></html>'],
  broken: [
    502,
    { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="download.html"' },
    '<html></html>',
  ],
};

/** Listens for the time of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, reply) => {
    const name = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.replace('/api/test/', '');
    if (name === 'torn') {
      reply.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"', 'content-length': '9' });
      reply.write('1,2');
      return void setTimeout(() => reply.destroy(), 50);
    }
    const [status, headers, body] = ANSWERS[name] ?? [404, JSON_TYPE, envelope(404, 'no such call')];
    reply.writeHead(status, { ...headers, 'x-asked-as': String(request.headers['x-meterhouse']) }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  project.provide('fileServer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => new Promise((resolve) => void server.close(() => resolve()));
}
