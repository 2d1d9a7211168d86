// Loaded before the server by start.mjs: when that process is gone, even by kill -9, the server stops as asked.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
