import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps the letters that it is given, as they came. */
export async function openMailServer(): Promise<{
  readonly letters: readonly string[];
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  const letters: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let letter = '';
      stream.on('data', (part: Buffer) => (letter += part.toString()));
      stream.on('end', () => {
        letters.push(letter);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { letters, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
