/** Thrown by a handler that saw `stopped()` and has undone its work. */
export class TaskStopped extends Error {}
