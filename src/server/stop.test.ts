import { createConnection, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, type Product } from '#test/product.ts';

let product: Product;
let port = 0;
beforeAll(async () => {
  product = await startProduct();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  port = (product.app.server.address() as AddressInfo).port;
});
afterAll(() => product.close());

it('what comes on an open connection while the server stops is answered as ever, and the connection closed', async () => {
  const body = JSON.stringify({ userName: 'nobody', password: 'wrong' });
  const head = 'Host: 127.0.0.1\r\nX-Meterhouse: 1\r\n';
  const socket = createConnection(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString('utf8')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /api/sys/login HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await sleep(100);
  const stopped = product.app.close();
  await sleep(100);
  socket.write(`${body.slice(5)}GET /api/sys/getUserInfo HTTP/1.1\r\n${head}\r\n`);
  await Promise.all([closed, stopped]);
  const answers = heard.split('HTTP/1.1 ').slice(1);
  expect(answers).toHaveLength(2);
  expect(answers[1]).toMatch(/^200 OK[^]*"code":901/);
  expect(answers[1]).toMatch(/connection: close/i);
});
