/** Time that this process has computed, ms: what else the machine does meanwhile is not in it. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
