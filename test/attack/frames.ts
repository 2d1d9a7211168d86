import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Chance } from './chance.ts';

/** Sends bytes over a WebSocket: mostly in a frame of their own, else as text, in pieces, as a ping, or in no frame at all. */
export function sendInFrames(chance: Chance, socket: WebSocket, bytes: Buffer): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  switch (chance.below(20)) {
    case 0:
      return socket.send(bytes, { binary: false });
    case 1:
      return socket.ping(bytes.subarray(0, chance.below(126)));
    case 2:
      return socket.pong(bytes.subarray(0, chance.below(126)));
    case 3:
      // Beneath the protocol of frames.
      return void (Reflect.get(socket, '_socket') as Duplex | null)?.write(bytes);
    case 4:
    case 5:
    case 6: {
      const at = chance.below(bytes.length + 1);
      socket.send(bytes.subarray(0, at), { binary: true, fin: false });
      return socket.send(bytes.subarray(at), { binary: true, fin: chance.percent(90) });
    }
    default:
      return socket.send(bytes, { binary: true });
  }
}
