import {
  type RegisterRead,
  type RegisterReply,
  parseRtu,
  parseTcp,
  rtuRequest,
  tcpRequest,
} from '../domain/modbus/frame.ts';
import {
  parseRtuWrite,
  parseTcpWrite,
  type RegisterWrite,
  rtuWrite,
  tcpWrite,
  type WriteReply,
} from '../domain/modbus/write.ts';
import type { Transport } from '../domain/plan.ts';
import type { Connection, Outcome } from './connection.ts';

let transactions = 0;
const nextTransaction = (): number => (transactions = (transactions % 65_535) + 1);

/** Reads one group of registers. */
export function readGroup(
  connection: Connection,
  transport: Transport,
  read: RegisterRead,
  timeoutMs: number,
): Promise<Outcome<RegisterReply>> {
  if (transport === '2')
    return connection.exchange(rtuRequest(read), (bytes) => parseRtu(bytes, read), timeoutMs);
  const transaction = nextTransaction();
  return connection.exchange(
    tcpRequest(transaction, read),
    (bytes) => parseTcp(bytes, transaction, read),
    timeoutMs,
  );
}

/** The bytes of a write, and what the device said to them. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly outcome: Outcome<WriteReply>;
}

/** Writes once. Whatever comes of it, nothing here sends it again. */
export async function writeOnce(
  connection: Connection,
  transport: Transport,
  write: RegisterWrite,
  timeoutMs: number,
): Promise<Written> {
  const transaction = nextTransaction();
  const serial = transport === '2';
  const bytes = serial ? rtuWrite(write) : tcpWrite(transaction, write);
  const outcome = await connection.exchange(
    bytes,
    (received) => (serial ? parseRtuWrite(received, write) : parseTcpWrite(received, transaction, write)),
    timeoutMs,
  );
  return { bytes, outcome };
}
