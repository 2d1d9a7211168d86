// Loaded before the server by start.mjs: when that process is gone, even by kill -9, the server stops in order. SIGINT, as
// nobody is there for whom it would drain first.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
  process.channel.unref();
}
